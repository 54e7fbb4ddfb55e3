import { useEffect, useRef } from 'react'
import { useBlocker } from 'react-router'
import { askToSave } from '#web/kit/dialogs/ask.tsx'
import { createStore } from '#web/kit/session/store.ts'

interface Unsaved {
  name?: string | undefined
  save: () => Promise<boolean>
  /** What is given up on purpose is not offered again. */
  discard?: (() => void) | undefined
}

/** The form with changes nobody has saved yet; sign-out and the other tabs ask here. */
export const unsaved = createStore<Unsaved | null>(null)

/** Asks "Save Changes?" before the page is left with changes; `save` says whether it worked. */
export function useUnsavedGuard(
  isDirty: boolean,
  save: () => Promise<boolean>,
  name?: string,
  discard?: () => void,
): void {
  const latest = useRef({ save, discard })
  latest.current = { save, discard }
  useEffect(() => {
    if (!isDirty) return
    const mine = {
      name,
      save: () => latest.current.save(),
      discard: () => latest.current.discard?.(),
    }
    unsaved.set(mine)
    const stopWarning = warnBeforeClosing()
    return () => {
      stopWarning()
      if (unsaved.get() === mine) unsaved.set(null)
    }
  }, [isDirty, name])

  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      unsaved.get() !== null && recordAt(currentLocation) !== recordAt(nextLocation),
  )
  useEffect(() => {
    if (blocker.state !== 'blocked') return
    void leaveWith(unsaved.get()).then((mayLeave) =>
      mayLeave ? blocker.proceed() : blocker.reset(),
    )
  }, [blocker])
}

/** The browser asks before the tab is closed, until what this answers is called. */
function warnBeforeClosing(): () => void {
  const warn = (event: BeforeUnloadEvent) => event.preventDefault()
  window.addEventListener('beforeunload', warn)
  return () => window.removeEventListener('beforeunload', warn)
}

/** True when the page may be left: nothing unsaved, saved now, or given up on purpose. */
export async function leaveWith(pending: Unsaved | null): Promise<boolean> {
  if (!pending) return true
  const answer = await askToSave(pending.name)
  if (answer === 'cancel') return false
  if (answer === 'save') return pending.save()
  pending.discard?.()
  return true
}

/** Another tab or filter of the same record is no leaving. */
function recordAt(location: { pathname: string; search: string }): string {
  return `${location.pathname}?${new URLSearchParams(location.search).get('id') ?? ''}`
}
