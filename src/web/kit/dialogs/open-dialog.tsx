import { modals } from '@mantine/modals'
import type { ReactNode } from 'react'
import { type DialogLook, frameOf } from './dialog.tsx'

interface OpenedDialog extends DialogLook {
  title: ReactNode
  /** However it was closed. */
  onClose?: () => void
}

/** Opens the one frame of every dialog from a function; what is in it says when it is done. */
export function openDialog(
  { title, onClose, ...look }: OpenedDialog,
  content: (close: () => void) => ReactNode,
): void {
  const modalId = crypto.randomUUID()
  modals.open({
    modalId,
    title,
    ...(onClose ? { onClose } : {}),
    ...frameOf(look),
    children: content(() => modals.close(modalId)),
  })
}

/** What was opened over a screen goes with it. */
export const closeDialogs = () => modals.closeAll()
