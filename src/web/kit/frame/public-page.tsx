import { Anchor, Button, Paper, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import type { Broker } from '#domain/kit/shown.ts'
import { isApiProblem, messageFrom } from '#web/kit/session/api.ts'
import { Page } from './page.tsx'
import classes from './public-page.module.css'

/** A page that is nothing but a few words. */
export function Words({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className={classes.narrow}>
      <Page title={title}>
        <Paper>
          <Text component="div" size="md">
            {children}
          </Text>
        </Paper>
      </Page>
    </div>
  )
}

interface ClosedProps {
  cause: unknown
  onRetry: () => void
  /** What to do about a link that is closed. */
  children: ReactNode
}

/** What whoever comes too late, or with half a link, reads. */
export function Closed({ cause, onRetry, children }: ClosedProps) {
  const isDead = isApiProblem(cause) && [469, 470, 473].includes(cause.status)
  return (
    <Words title={isDead ? 'This link is closed' : 'That didn’t work'}>
      <p className={classes.first}>{messageFrom(cause)}</p>
      {isDead ? (
        <p>{children}</p>
      ) : (
        <Button variant="default" size="sm" onClick={onRetry}>
          Try again
        </Button>
      )}
    </Words>
  )
}

export function Contact({ broker }: { broker: Broker }) {
  const { name, phone, email } = broker
  if (!phone && !email) return null
  return (
    <p className={classes.last}>
      Questions? {name}:{' '}
      {phone && (
        <Anchor underline="always" href={`tel:${phone.replace(/[^+\d]/g, '')}`}>
          {phone}
        </Anchor>
      )}
      {phone && email && ' · '}
      {email && (
        <Anchor underline="always" href={`mailto:${email}`}>
          {email}
        </Anchor>
      )}
    </p>
  )
}
