import { Modal, type ModalProps } from '@mantine/core'
import { type ReactNode, useEffect, useState } from 'react'

/** How a dialog differs from the others. */
export interface DialogLook {
  size?: ModalProps['size']
  /** A question stands in the middle of the screen. */
  isCentered?: boolean
  /** A click beside it does not throw away what was typed. */
  isKept?: boolean
  /** There is no way around it: it closes by itself alone, above everything else. */
  isForced?: boolean
}

interface Props extends DialogLook {
  isOpen: boolean
  title: ReactNode
  onClose: () => void
  children: ReactNode
}

const forced = {
  withCloseButton: false,
  closeOnEscape: false,
  closeOnClickOutside: false,
  centered: true,
  zIndex: 1000,
}

/** What every dialog is, whether a screen draws it or a function opens it. */
export function frameOf({ size = 'md', isCentered, isKept, isForced }: DialogLook) {
  return {
    size,
    closeButtonProps: { 'aria-label': 'Close' },
    ...(isCentered ? { centered: true } : {}),
    ...(isKept ? { closeOnClickOutside: false } : {}),
    ...(isForced ? forced : {}),
  }
}

/** The one frame of every dialog: its title stays, what is in it scrolls below. */
export function Dialog({ isOpen, title, onClose, children, ...look }: Props) {
  useFocusBack()
  return (
    <Modal opened={isOpen} onClose={onClose} title={title} {...frameOf(look)}>
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
