import { useCallback, useEffect, useRef, useState } from 'react'
import { datalockCalls, type ShownLock } from '#domain/kit/datalock-calls.ts'
import { isApiProblem } from '#web/kit/session/api.ts'
import { send } from '#web/kit/session/send.ts'
import { useSession } from '#web/kit/session/session.ts'

export type Lock =
  | { state: 'none' | 'asking' | 'held' }
  /** Somebody else works on it. */
  | { state: 'taken'; holder: string; since: string | null; message: string }
  /** It was ours, and is not any more. */
  | { state: 'lost'; message: string }

// §9: locks are renewed every 30 s.
const renewEveryMs = 30_000

/** §4: holds the lock of a path while its edit screen is open. */
export function useDatalock(wantedPath: string | null, onFreed: () => void) {
  // Who works in another's name changes nothing, and keeps nobody from changing it.
  const objectPath = useSession().user?.impersonator ? null : wantedPath
  const [lock, setLock] = useState<Lock>({ state: 'none' })
  const held = useRef(false)
  const freed = useRef(onFreed)
  freed.current = onFreed

  const take = useCallback(
    async (takeOver: boolean) => {
      if (!objectPath) return
      const body = { object_path: objectPath, ...(takeOver ? { take_over: true } : {}) }
      try {
        await send(datalockCalls.take, body, { isQuiet: !takeOver })
        held.current = true
        setLock((before) => {
          // The record may have changed while the other person had it.
          if (before.state === 'taken') freed.current()
          return { state: 'held' }
        })
      } catch (cause) {
        held.current = false
        setLock(lockFrom(cause))
      }
    },
    [objectPath],
  )

  useEffect(() => {
    if (!objectPath) return
    setLock({ state: 'asking' })
    void take(false)
    const timer = setInterval(() => {
      if (held.current) void renew(objectPath).then((lost) => lost && setLock(lost))
      // While it is taken, asking again finds out when it is free.
      else void take(false)
    }, renewEveryMs)
    async function renew(path: string): Promise<Lock | null> {
      try {
        await send(datalockCalls.renew, { object_path: path }, { isQuiet: true })
        return null
      } catch (cause) {
        held.current = false
        const status = isApiProblem(cause) ? cause.status : 0
        // Without an answer nothing is known; saving is guarded by the version all the same.
        if (status !== 409) return { state: 'none' }
        return { state: 'lost', message: isApiProblem(cause) ? cause.message : '' }
      }
    }
    const release = () => {
      if (!held.current) return
      held.current = false
      // The page may be closing: the call outlives it.
      const options = { isQuiet: true, keepalive: true }
      void send(datalockCalls.release, { object_path: objectPath }, options).catch(() => undefined)
    }
    window.addEventListener('pagehide', release)
    return () => {
      clearInterval(timer)
      window.removeEventListener('pagehide', release)
      release()
    }
  }, [objectPath, take])

  return { lock, takeOver: () => take(true) }
}

function lockFrom(cause: unknown): Lock {
  if (!isApiProblem(cause) || cause.status !== 409) return { state: 'none' }
  // A refusal tells of the lock that stands in the way.
  const held = cause.data as ShownLock | null
  return {
    state: 'taken',
    holder: held?.holder ?? 'Somebody',
    since: held?.since ?? null,
    message: cause.message,
  }
}
