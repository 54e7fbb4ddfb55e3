// The exact total is most of a list's cost. It is kept for a moment per filter, as long as no row has
// changed. Whoever asks while it is being counted waits for that count.
const KEEP_MS = 5000
// A count of a million rows is kept longer, so that counting stays a small part of the work.
const KEEP_PER_COST = 50
const LONGEST_MS = 30_000
const MAX_ENTRIES = 2000

interface CountedTotal<T> {
  total: Promise<T>
  /** Infinite while it is being counted. */
  until: number
  version: string
}

/** Remembers how many rows there are, or what else is found out by reading them all. */
export interface TotalCache<T = number> {
  /** `version` says how often rows had changed, and was read before anything is counted. */
  total(filter: string, version: string, count: () => Promise<T>): Promise<T>
}

export function makeTotalCache<T = number>(): TotalCache<T> {
  const entries = new Map<string, CountedTotal<T>>()

  async function counted(filter: string, entry: CountedTotal<T>): Promise<void> {
    const started = performance.now()
    try {
      await entry.total
      const now = performance.now()
      const kept = Math.min(Math.max(KEEP_MS, (now - started) * KEEP_PER_COST), LONGEST_MS)
      entry.until = now + kept
    } catch {
      // Whoever asked is told; the next one asks again.
      if (entries.get(filter) === entry) entries.delete(filter)
    }
  }

  return {
    total(filter, version, count) {
      const known = entries.get(filter)
      // A change that came between must not be hidden by the older count.
      if (known?.version === version && performance.now() < known.until) return known.total
      if (entries.size >= MAX_ENTRIES) entries.clear()
      const entry = { total: count(), until: Number.POSITIVE_INFINITY, version }
      entries.set(filter, entry)
      void counted(filter, entry)
      return entry.total
    },
  }
}
