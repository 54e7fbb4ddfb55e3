import { useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import type { Sendable } from '#domain/kit/call.ts'
import { send } from '#web/kit/session/send.ts'

const LOOKED_MS = 2000

/** Taken from the fragment and out of sight at once: no history and no shoulder shows it. */
export function useLinkToken(): string {
  const { hash, pathname, search } = useLocation()
  const [token, setToken] = useState(hash.slice(1))
  useEffect(() => {
    if (hash.length < 2) return
    setToken(hash.slice(1))
    window.history.replaceState(window.history.state, '', pathname + search)
  }, [hash, pathname, search])
  return token
}

/** Told once somebody has had it before their eyes for a moment; a robot does not. */
export function useNoteOpened(call: Sendable, token: string, isShown: boolean): void {
  useEffect(() => {
    if (!isShown) return
    const timer = setInterval(() => {
      if (document.visibilityState !== 'visible') return
      clearInterval(timer)
      // Only a note for the broker: nobody waits for it, and nobody misses it.
      send(call, {}, { linkToken: token, isQuiet: true }).catch(() => undefined)
    }, LOOKED_MS)
    return () => clearInterval(timer)
  }, [call, token, isShown])
}
