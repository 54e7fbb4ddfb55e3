import { Button, Menu, Tooltip } from '@mantine/core'
import type { ReactNode } from 'react'
import type { AvailableAction } from '#domain/kit/machine.ts'
import { MoreMenu } from './more-menu.tsx'

interface ButtonProps {
  action: AvailableAction
  label: string
  icon?: ReactNode
  isMain: boolean
  onStart: (action: string) => unknown
}

/** A button for an action; one that is not possible now says why. */
export function ActionButton({ action, label, icon, isMain, onStart }: ButtonProps) {
  const variant = isMain ? 'filled' : 'default'
  if (action.allowed) {
    return (
      <Button variant={variant} leftSection={icon} onClick={() => onStart(action.action)}>
        {label}
      </Button>
    )
  }
  // Still reached by the keyboard, so that the reason can be read.
  return (
    <Tooltip label={action.reason} events={{ hover: true, focus: true, touch: true }}>
      <Button variant={variant} data-disabled aria-disabled onClick={(e) => e.preventDefault()}>
        {label}
      </Button>
    </Tooltip>
  )
}

interface MoreProps {
  actions: (AvailableAction & { label: string })[]
  dangerous: ReadonlySet<string>
  onStart: (action: string) => unknown
}

/** The rest of the actions, behind a button. */
export function MoreActions({ actions, dangerous, onStart }: MoreProps) {
  if (actions.length === 0) return null
  return (
    <MoreMenu>
      {actions.map(({ action, allowed, reason, label }) => (
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
