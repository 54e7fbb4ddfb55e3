import { Button, type ButtonProps, Tooltip } from '@mantine/core'
import type { ComponentPropsWithoutRef } from 'react'

interface Props extends ButtonProps, Omit<ComponentPropsWithoutRef<'button'>, keyof ButtonProps> {
  /** Why it can't be pressed now; null while it can. */
  reason: string | null | undefined
}

/** A button that can't be pressed now and says why; the keyboard still reaches it to read that. */
export function ReasonedButton({ reason, ...button }: Props) {
  const blocked = {
    'data-disabled': true,
    'aria-disabled': true,
    onClick: (event: { preventDefault(): void }) => event.preventDefault(),
  }
  // One and the same button in both cases: whoever stands on it stays there when that changes.
  return (
    <Tooltip
      label={reason}
      disabled={reason == null}
      events={{ hover: true, focus: true, touch: true }}
    >
      <Button {...button} {...(reason == null ? {} : blocked)} />
    </Tooltip>
  )
}
