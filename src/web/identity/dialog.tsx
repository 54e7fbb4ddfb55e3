import { modals } from '@mantine/modals'
import type { ReactNode } from 'react'

/** Opens a form in a dialog; the form says when it is done. */
export function openDialog(
  title: string,
  form: (close: () => void) => ReactNode,
  size = 'md',
): void {
  const id = crypto.randomUUID()
  modals.open({
    modalId: id,
    title,
    size,
    closeButtonProps: { 'aria-label': 'Close' },
    children: form(() => modals.close(id)),
  })
}
