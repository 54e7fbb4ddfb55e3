// The exact total is most of a list's cost. It is kept for a moment per filter and dropped at once
// by a write of this process. Whoever asks while it is being counted waits for that count.
const KEEP_MS = 5000
// A count of a million rows is kept longer, so that counting stays a small part of the work.
const KEEP_PER_COST = 50
const LONGEST_MS = 30_000
const MAX_ENTRIES = 2000

interface Counted {
  total: Promise<number>
  /** Infinite while it is being counted. */
  until: number
  generation: number
}

export interface TotalCache {
  total(scope: string, filter: string, count: () => Promise<number>): Promise<number>
  drop(scope: string): void
}

export function makeTotalCache(): TotalCache {
  const entries = new Map<string, Counted>()
  const generations = new Map<string, number>()
  const generationOf = (scope: string) => generations.get(scope) ?? 0

  async function counted(key: string, entry: Counted): Promise<void> {
    const started = performance.now()
    try {
      await entry.total
      const now = performance.now()
      const kept = Math.min(Math.max(KEEP_MS, (now - started) * KEEP_PER_COST), LONGEST_MS)
      entry.until = now + kept
    } catch {
      // Whoever asked is told; the next one asks again.
      if (entries.get(key) === entry) entries.delete(key)
    }
  }

  return {
    total(scope, filter, count) {
      const key = `${scope} ${filter}`
      const generation = generationOf(scope)
      const known = entries.get(key)
      // A write that came between must not be hidden by the older count.
      const isFresh = known?.generation === generation && performance.now() < known.until
      if (known && isFresh) return known.total
      if (entries.size >= MAX_ENTRIES) entries.clear()
      const entry = { total: count(), until: Number.POSITIVE_INFINITY, generation }
      entries.set(key, entry)
      void counted(key, entry)
      return entry.total
    },
    drop: (scope) => void generations.set(scope, generationOf(scope) + 1),
  }
}
