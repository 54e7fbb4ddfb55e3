import { useEffect, useRef } from 'react'
import { readStored, writeStored } from '#web/kit/session/storage.ts'
import { createStore } from '#web/kit/session/store.ts'

/** WCAG 2.1.4: shortcuts of a single key can be switched off. */
export const singleKeys = createStore(readStored('shortcuts') !== 'off')

export function switchSingleKeys(isOn: boolean): void {
  writeStored('shortcuts', isOn ? null : 'off')
  singleKeys.set(isOn)
}

type Handlers = Record<string, (event: KeyboardEvent) => void>

/** Keys without a modifier; they rest while somebody types or a dialog is open. */
export function useSingleKeys(handlers: Handlers): void {
  const latest = useRef(handlers)
  latest.current = handlers
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (!singleKeys.get() || event.ctrlKey || event.metaKey || event.altKey) return
      if (event.defaultPrevented || isTyping(event.target) || isDialogOpen()) return
      const handler = latest.current[event.key]
      if (!handler) return
      event.preventDefault()
      handler(event)
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [])
}

/** Ctrl+S, or ⌘S on a Mac; works while typing as well. */
export function useSaveKey(save: () => void): void {
  const latest = useRef(save)
  latest.current = save
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== 's') return
      event.preventDefault()
      latest.current()
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [])
}

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName)) &&
    !(target instanceof HTMLInputElement && /^(checkbox|radio)$/.test(target.type))
  )
}

function isDialogOpen(): boolean {
  const covers = document.querySelectorAll('[role="dialog"], [role="menu"], [role="listbox"]')
  // The choices of a closed field stay in the page, out of sight.
  return [...covers].some((cover) => cover.checkVisibility())
}
