import { Modal, type ModalProps } from '@mantine/core'
import { type ReactNode, useEffect, useState } from 'react'

interface Props {
  isOpen: boolean
  title: ReactNode
  onClose: () => void
  size?: ModalProps['size']
  /** A click beside it does not throw away what was typed. */
  isKept?: boolean
  /** There is no way around it: it closes by itself alone, above everything else. */
  isForced?: boolean
  children: ReactNode
}

const forced = {
  withCloseButton: false,
  closeOnEscape: false,
  closeOnClickOutside: false,
  centered: true,
  zIndex: 1000,
}

/** The one frame of every dialog: its title stays, what is in it scrolls below. */
export function Dialog({ isOpen, title, onClose, size = 'md', isKept, isForced, children }: Props) {
  useFocusBack()
  return (
    <Modal
      opened={isOpen}
      onClose={onClose}
      title={title}
      size={size}
      closeButtonProps={{ 'aria-label': 'Close' }}
      {...(isKept ? { closeOnClickOutside: false } : {})}
      {...(isForced ? forced : {})}
    >
      {children}
    </Modal>
  )
}

/** Whoever closed a dialog that is taken away as a whole goes on where they opened it. */
function useFocusBack(): void {
  const [before] = useState(openedBy)
  useEffect(
    () => () => {
      setTimeout(() => {
        if (document.activeElement !== document.body) return
        if (before instanceof HTMLElement) before.focus({ preventScroll: true })
      })
    },
    [before],
  )
}

/** A line of a menu goes with the menu; the button that opened that stays. */
function openedBy(): Element | null {
  const { activeElement } = document
  const menu = activeElement?.closest('[role="menu"]')?.getAttribute('aria-labelledby')
  return (menu ? document.getElementById(menu) : null) ?? activeElement
}
