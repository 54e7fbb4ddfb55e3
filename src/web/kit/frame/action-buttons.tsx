import { Menu } from '@mantine/core'
import type { ReactNode } from 'react'
import type { AvailableAction } from '#domain/kit/machine.ts'
import { awayWords, useIsAway } from '#web/kit/session/connection.ts'
import { MoreMenu } from './more-menu.tsx'
import { ReasonedButton } from './reasoned-button.tsx'

interface ButtonProps {
  action: AvailableAction
  label: string
  icon?: ReactNode
  isMain: boolean
  onStart: (action: string) => unknown
}

/** A button for an action; one that is not possible now says why. */
export function ActionButton({ action, label, icon, isMain, onStart }: ButtonProps) {
  const isAway = useIsAway()
  const reason = action.allowed ? isAway && awayWords : (action.reason ?? '')
  return (
    <ReasonedButton
      variant={isMain ? 'filled' : 'default'}
      reason={reason === false ? null : reason}
      {...(action.allowed ? { leftSection: icon } : {})}
      onClick={() => onStart(action.action)}
    >
      {label}
    </ReasonedButton>
  )
}

interface MoreProps {
  actions: (AvailableAction & { label: string })[]
  dangerous: ReadonlySet<string>
  onStart: (action: string) => unknown
}

/** The rest of the actions, behind a button. */
export function MoreActions({ actions, dangerous, onStart }: MoreProps) {
  const isAway = useIsAway()
  if (actions.length === 0) return null
  const shown = isAway
    ? actions.map((one) => ({ ...one, allowed: false, reason: one.reason ?? awayWords }))
    : actions
  return (
    <MoreMenu>
      {shown.map(({ action, allowed, reason, label }) => (
        <Menu.Item
          key={action}
          disabled={!allowed}
          {...(dangerous.has(action) && allowed ? { c: 'var(--mantine-color-error)' } : {})}
          {...(reason ? { title: reason } : {})}
          onClick={() => onStart(action)}
        >
          {label}
        </Menu.Item>
      ))}
    </MoreMenu>
  )
}
