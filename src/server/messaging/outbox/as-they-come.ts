import { setTimeout as sleep } from 'node:timers/promises'

/** What comes back within so long is told together; whoever is slower keeps no other waiting. */
const TOGETHER_MS = 100

/** The outcomes of works that are under way, a few at a time, as they come back. */
export async function* asTheyCome<T>(
  works: readonly Promise<T>[],
): AsyncGenerator<PromiseSettledResult<T>[]> {
  const back: PromiseSettledResult<T>[] = []
  const underWay = new Set<Promise<void>>()
  for (const work of works) {
    const settled = Promise.allSettled([work]).then((outcome) => {
      back.push(...outcome)
      underWay.delete(settled)
    })
    underWay.add(settled)
  }
  while (underWay.size > 0 || back.length > 0) {
    if (back.length === 0) await Promise.race(underWay)
    const enough = new AbortController()
    const pause = sleep(TOGETHER_MS, null, { signal: enough.signal }).catch(() => null)
    await Promise.race([Promise.all(underWay), pause])
    enough.abort()
    yield back.splice(0)
  }
}
