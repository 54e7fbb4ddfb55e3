import { Anchor, Button, EmptyState } from '@mantine/core'
import { IconAlertTriangle, IconInbox, IconLock, IconToolsOff } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { problems } from '#domain/kit/problem.ts'
import { isApiProblem, messageFrom } from '#web/kit/session/api.ts'

interface Props {
  title: string
  description?: ReactNode
  icon?: ReactNode
  children?: ReactNode
}

/** Says what belongs here and offers the first step. */
export function NothingHere({ title, description, icon, children }: Props) {
  return (
    <EmptyState
      py={48}
      title={title}
      description={description}
      icon={icon ?? <IconInbox size={36} stroke={1.5} aria-hidden />}
    >
      {children && <EmptyState.Actions>{children}</EmptyState.Actions>}
    </EmptyState>
  )
}

/** Says in the server's words what went wrong, and what to do. */
export function Trouble({ cause, onRetry }: { cause: unknown; onRetry?: () => void }) {
  const status = isApiProblem(cause) ? cause.status : 0
  if (status === 403) return <NoPermission />
  if (status === 501) return <NotYet />
  const reference = isApiProblem(cause) ? cause.reference : null
  return (
    <NothingHere
      title={messageFrom(cause)}
      description={reference ? `Reference ${reference}` : undefined}
      icon={<IconAlertTriangle size={36} stroke={1.5} aria-hidden />}
    >
      {onRetry && <Button onClick={onRetry}>Try again</Button>}
      <WayHome />
    </NothingHere>
  )
}

export function NoPermission() {
  return (
    <NothingHere
      title={problems.forbidden[1]}
      icon={<IconLock size={36} stroke={1.5} aria-hidden />}
    >
      <WayHome />
    </NothingHere>
  )
}

/** Stands where a capability is still to come. */
function NotYet() {
  return (
    <NothingHere
      title={problems.notImplemented[1]}
      icon={<IconToolsOff size={36} stroke={1.5} aria-hidden />}
    >
      <WayHome />
    </NothingHere>
  )
}

function WayHome() {
  return (
    <Anchor component={Link} to="/app/home" size="sm">
      Go to Home
    </Anchor>
  )
}
