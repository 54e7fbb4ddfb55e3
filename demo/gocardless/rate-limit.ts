const WINDOW_MS = 60_000

/** Counts calls by minutes of real time, as those who call must wait in real time. */
export function makeRateLimit(most: () => number) {
  let [began, count] = [0, 0]
  return {
    /** Whether this call is one too many, and what its answer says of the limit. */
    count(): { isOver: boolean; headers: Record<string, string> } {
      const now = Date.now()
      if (now - began >= WINDOW_MS) [began, count] = [now, 0]
      count += 1
      const headers = headersOf(most(), most() - count, began + WINDOW_MS)
      return { isOver: count > most(), headers }
    },
    /** As if the limit were reached, for a second. */
    exceeded: () => headersOf(most(), 0, Date.now() + 1000),
  }
}

const headersOf = (limit: number, remaining: number, reset: number) => ({
  'RateLimit-Limit': String(limit),
  'RateLimit-Remaining': String(Math.max(0, remaining)),
  // A moment before the second is over would be too early.
  'RateLimit-Reset': new Date(Math.ceil(reset / 1000) * 1000).toUTCString(),
})
