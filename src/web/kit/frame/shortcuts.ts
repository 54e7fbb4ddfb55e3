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

// A screen's own keys come before those that work everywhere.
const heard = {
  screen: new Set<{ current: Handlers }>(),
  everywhere: new Set<{ current: Handlers }>(),
}

/** Keys without a modifier; they rest while somebody types or a dialog is open. */
export function useSingleKeys(handlers: Handlers, reach: keyof typeof heard = 'screen'): void {
  const latest = useRef(handlers)
  latest.current = handlers
  useEffect(() => {
    heard[reach].add(latest)
    return () => void heard[reach].delete(latest)
  }, [reach])
}

window.addEventListener('keydown', (event) => {
  if (!singleKeys.get() || event.ctrlKey || event.metaKey || event.altKey) return
  if (event.defaultPrevented || isTyping(event.target) || isDialogOpen()) return
  if (event.key === 'Enter' && isPressed(event.target)) return
  const handlers = [...heard.screen, ...heard.everywhere]
  const handler = handlers.map(({ current }) => current[event.key]).find(Boolean)
  if (!handler) return
  event.preventDefault()
  handler(event)
})

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

/** Enter presses what it stands on, whatever else it means. */
function isPressed(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && /^(A|BUTTON|SUMMARY)$/.test(target.tagName)
}

function isDialogOpen(): boolean {
  const covers = document.querySelectorAll('[role="dialog"], [role="menu"], [role="listbox"]')
  // The choices of a closed field stay in the page, out of sight.
  return [...covers].some((cover) => cover.checkVisibility())
}
