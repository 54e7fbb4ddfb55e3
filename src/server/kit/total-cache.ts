// The exact total is most of a list's cost. It is kept for a moment per filter, dropped at once by a
// write of this process, and the answer says when it was counted a moment ago.
const KEEP_MS = 5000
const MAX_ENTRIES = 2000

interface Counted {
  total: number
  at: number
  generation: number
}

export interface TotalCache {
  get(scope: string, filter: string, now: number): number | null
  set(scope: string, filter: string, total: number, now: number): void
  drop(scope: string): void
  generation(scope: string): number
}

export function makeTotalCache(): TotalCache {
  const entries = new Map<string, Counted>()
  const generations = new Map<string, number>()
  const generationOf = (scope: string) => generations.get(scope) ?? 0
  return {
    get(scope, filter, now) {
      const entry = entries.get(`${scope} ${filter}`)
      const isFresh = entry && now - entry.at < KEEP_MS && entry.generation === generationOf(scope)
      return isFresh ? entry.total : null
    },
    set(scope, filter, total, now) {
      if (entries.size >= MAX_ENTRIES) entries.clear()
      entries.set(`${scope} ${filter}`, { total, at: now, generation: generationOf(scope) })
    },
    drop: (scope) => void generations.set(scope, generationOf(scope) + 1),
    generation: generationOf,
  }
}
