import { useSyncExternalStore } from 'react'
import { createStore } from './store.ts'

export interface Connection {
  /** Since when the server has not answered; null while it does. */
  lostAt: number | null
  /** When it is tried next. */
  nextTryAt: number
}

export const connection = createStore<Connection>({ lostAt: null, nextTryAt: 0 })

/** What moves money is not queued: the books of that moment are not those it was decided on. */
export const awayWords = 'We can’t reach the server just now. This waits until it answers again.'

export function isAway(): boolean {
  return connection.get().lostAt !== null
}

export function useIsAway(): boolean {
  return useSyncExternalStore(connection.subscribe, isAway)
}

const probeAfterMs = [2000, 4000, 8000, 15_000]
let probes = 0
let timer: ReturnType<typeof setTimeout> | undefined
const onReturn = new Set<() => void>()

/** Called once the server answers again, so that screens can load what they missed. */
export function whenReachedAgain(listener: () => void): () => void {
  onReturn.add(listener)
  return () => onReturn.delete(listener)
}

export function reportReached(): void {
  clearTimeout(timer)
  timer = undefined
  probes = 0
  if (connection.get().lostAt === null) return
  connection.set({ lostAt: null, nextTryAt: 0 })
  for (const listener of onReturn) listener()
}

export function reportLost(): void {
  const lostAt = connection.get().lostAt ?? Date.now()
  if (timer) return
  const waitMs = probeAfterMs[Math.min(probes, probeAfterMs.length - 1)] ?? 15_000
  probes += 1
  connection.set({ lostAt, nextTryAt: Date.now() + waitMs })
  timer = setTimeout(probe, waitMs)
}

/** Asks at once instead of waiting for the countdown. */
export function probeNow(): void {
  clearTimeout(timer)
  void probe()
}

async function probe(): Promise<void> {
  timer = undefined
  await isReachable()
}

/** Asks whether the server answers, and tells everybody. */
export async function isReachable(): Promise<boolean> {
  const answer = await fetch('/readyz', {
    cache: 'no-store',
    signal: AbortSignal.timeout(5000),
  }).catch(() => null)
  if (answer?.ok) reportReached()
  else reportLost()
  return answer?.ok === true
}
