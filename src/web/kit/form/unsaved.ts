import { useCallback, useEffect, useRef } from 'react'
import { useBlocker } from 'react-router'
import { askToSave } from '#web/kit/dialogs/ask.tsx'

interface Unsaved {
  name?: string | undefined
  save: () => Promise<boolean>
  /** What is given up on purpose is not offered again. */
  discard?: (() => void) | undefined
}

/** The forms with changes nobody has saved yet, such as a record and a note about it. */
const pending = new Set<Unsaved>()

export function isAnyUnsaved(): boolean {
  return pending.size > 0
}

/**
 * Asks "Save Changes?" before the page is left with changes; `save` says whether it worked. What it
 * answers is called when there is nothing to ask any more.
 */
export function useUnsavedGuard(
  isDirty: boolean,
  save: () => Promise<boolean>,
  name?: string,
  discard?: () => void,
): () => void {
  const latest = useRef({ save, discard })
  latest.current = { save, discard }
  const own = useRef<Unsaved | null>(null)
  const settle = useCallback(() => {
    if (own.current) pending.delete(own.current)
  }, [])
  useEffect(() => {
    if (!isDirty) return
    const mine = {
      name,
      save: () => latest.current.save(),
      discard: () => latest.current.discard?.(),
    }
    own.current = mine
    pending.add(mine)
    const stopWarning = warnBeforeClosing()
    return () => {
      stopWarning()
      pending.delete(mine)
    }
  }, [isDirty, name])

  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      isAnyUnsaved() && recordAt(currentLocation) !== recordAt(nextLocation),
  )
  useEffect(() => {
    if (blocker.state !== 'blocked') return
    void mayLeave().then((isAgreed) => (isAgreed ? blocker.proceed() : blocker.reset()))
  }, [blocker])
  return settle
}

/** The browser asks before the tab is closed, until what this answers is called. */
function warnBeforeClosing(): () => void {
  const warn = (event: BeforeUnloadEvent) => event.preventDefault()
  window.addEventListener('beforeunload', warn)
  return () => window.removeEventListener('beforeunload', warn)
}

/** True when the page may be left: nothing unsaved, saved now, or given up on purpose. */
export async function mayLeave(): Promise<boolean> {
  const givenUp: Unsaved[] = []
  for (const one of [...pending].toReversed()) {
    const answer = await askToSave(one.name)
    if (answer === 'cancel') return false
    if (answer === 'save' && !(await one.save())) return false
    if (answer === 'discard') givenUp.push(one)
  }
  // Only now: whoever stays after all still has everything they typed.
  for (const one of givenUp) {
    one.discard?.()
    pending.delete(one)
  }
  return true
}

/** Another tab or filter of the same record is no leaving. */
function recordAt(location: { pathname: string; search: string }): string {
  return `${location.pathname}?${new URLSearchParams(location.search).get('id') ?? ''}`
}
