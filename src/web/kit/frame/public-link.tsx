import { Anchor, Button, Group, Loader, Text } from '@mantine/core'
import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { Broker } from '#domain/kit/shown.ts'
import { isApiProblem, messageFrom } from '#web/kit/session/api.ts'
import classes from './public-page.module.css'
import { PublicPage } from './public-page.tsx'

interface Props<T> {
  title: string
  /** What the link opens, as in "your invoice". */
  what: string
  /** What is read while the server is asked, where it has words of its own. */
  waiting?: string
  token: string
  query: Pick<UseQueryResult<T>, 'data' | 'error' | 'refetch'>
  /** What to do about a link that is closed. */
  closed: ReactNode
  children: (data: T) => ReactNode
}

/** What a link of a mail opens: half a link, a closed one and no connection are told alike. */
export function LinkedPage<T>(props: Props<T>) {
  const { title, what, waiting, token, query, closed, children } = props
  if (token === '') {
    return (
      <PublicPage title={title}>
        <Text>
          This page shows {what} when you open it from the link in your email. If the link broke
          over two lines, copy all of it into the address field.
        </Text>
        {closed}
      </PublicPage>
    )
  }
  const { data, error, refetch } = query
  if (data !== undefined) return children(data)
  if (!error) {
    return (
      <PublicPage title={title}>
        <Working>{waiting ?? `Fetching ${what} …`}</Working>
      </PublicPage>
    )
  }
  return (
    <Closed cause={error} onRetry={() => void refetch()}>
      {closed}
    </Closed>
  )
}

/** While the server is asked. */
function Working({ children }: { children: ReactNode }) {
  return (
    <Text component="div" role="status" aria-busy className={classes.status ?? ''}>
      <Loader aria-hidden />
      <span>{children}</span>
    </Text>
  )
}

// Invalid or used, expired, and what it led to is no more.
const closedStatuses = [469, 470, 473]

/** What whoever comes too late reads, and whoever has no connection. */
function Closed(props: { cause: unknown; onRetry: () => void; children: ReactNode }) {
  const { cause, onRetry, children } = props
  const isClosed = isApiProblem(cause) && closedStatuses.includes(cause.status)
  return (
    <PublicPage title={isClosed ? 'This link is closed' : 'That didn’t work'}>
      <Text>{messageFrom(cause)}</Text>
      {isClosed ? (
        children
      ) : (
        <Group>
          <Button variant="default" size="sm" onClick={onRetry}>
            Try again
          </Button>
        </Group>
      )}
    </PublicPage>
  )
}

/** How a customer without an account reaches the broker. */
export function Contact({ broker }: { broker: Broker }) {
  const { name, phone, email } = broker
  if (!phone && !email) return null
  return (
    <Text size="sm" c="dimmed">
      Questions? {name}:{' '}
      {phone && (
        <Anchor underline="always" inherit href={`tel:${phone.replace(/[^+\d]/g, '')}`}>
          {phone}
        </Anchor>
      )}
      {phone && email && ' · '}
      {email && (
        <Anchor underline="always" inherit href={`mailto:${email}`}>
          {email}
        </Anchor>
      )}
    </Text>
  )
}
