import { Button, Group, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { IconAlertTriangle, IconCheck } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { messageFrom } from '#web/kit/session/api.ts'

interface Undo {
  label?: string
  run: () => Promise<unknown>
}

const undoMs = 10_000

/** Says that something was done; with a way back where there is one. */
export function toast(message: string, undo?: Undo): void {
  const id = crypto.randomUUID()
  notifications.show({
    id,
    icon: <IconCheck size={16} aria-hidden />,
    color: 'petrol',
    autoClose: undo ? undoMs : 4000,
    withCloseButton: true,
    closeButtonProps: { 'aria-label': 'Close' },
    message: undo ? (
      <Group gap="sm" wrap="nowrap" justify="space-between">
        <Text size="sm">{message}</Text>
        <Button
          variant="subtle"
          onClick={async () => {
            notifications.hide(id)
            await undo.run().catch(toastProblem)
          }}
        >
          {undo.label ?? 'Undo'}
        </Button>
      </Group>
    ) : (
      message
    ),
  })
}

/** Tells of something that goes on, until it is closed; told again it begins anew. */
export function showStanding(id: string, icon: ReactNode, message: ReactNode): void {
  notifications.hide(id)
  notifications.show({
    id,
    icon,
    color: 'petrol',
    autoClose: false,
    withCloseButton: true,
    closeButtonProps: { 'aria-label': 'Close' },
    message,
  })
}

/** Says what went wrong in the server's own words. */
export function toastProblem(cause: unknown): void {
  toastTrouble(messageFrom(cause))
}

/** The same in words of our own, where there was no server to ask. */
export function toastTrouble(message: string): void {
  notifications.show({
    icon: <IconAlertTriangle size={16} aria-hidden />,
    color: 'red',
    autoClose: 8000,
    withCloseButton: true,
    closeButtonProps: { 'aria-label': 'Close' },
    role: 'alert',
    message,
  })
}
