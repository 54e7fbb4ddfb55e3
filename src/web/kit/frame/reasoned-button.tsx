import { Button, type ButtonProps, Tooltip } from '@mantine/core'
import type { ComponentPropsWithoutRef } from 'react'

interface Props extends ButtonProps, Omit<ComponentPropsWithoutRef<'button'>, keyof ButtonProps> {
  /** Why it can't be pressed now; null while it can. */
  reason: string | null | undefined
}

/** A button that can't be pressed now and says why; the keyboard still reaches it to read that. */
export function ReasonedButton({ reason, ...button }: Props) {
  if (reason == null) return <Button {...button} />
  return (
    <Tooltip label={reason} events={{ hover: true, focus: true, touch: true }}>
      <Button {...button} data-disabled aria-disabled onClick={(event) => event.preventDefault()} />
    </Tooltip>
  )
}
