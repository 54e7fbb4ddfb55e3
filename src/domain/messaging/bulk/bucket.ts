// One bucket for each channel of an organisation, kept in the database and shared by all workers:
// it fills evenly and holds what may leave in a minute.

/** Who takes from it: people first, then the program, and many at once with what is left. */
export type Priority = 'hand' | 'automatic' | 'bulk'

/** Most of a full bucket is kept for whatever is not sent to many. */
const KEPT_FOR_OTHERS = 0.9
const MINUTE_MS = 60_000

export interface Bucket {
  tokens: number
  /** When that many were in it, in milliseconds. */
  filled_at: number
}

/** What is in it now; one that nobody has used yet is full. Zero a minute is no limit. */
export function tokensAt(bucket: Bucket | null, now: number, per_minute: number): number {
  if (!bucket) return per_minute
  const elapsed = Math.max(0, now - bucket.filled_at)
  return Math.min(per_minute, bucket.tokens + (elapsed * per_minute) / MINUTE_MS)
}

export interface Grant {
  granted: number
  /** What the bucket holds afterwards; less than nothing where it lent some. */
  left: number
  /** How long what was granted has to wait; where nothing was, when to ask again. */
  wait_ms: number
}

/**
 * What somebody gets of the tokens that are there. A person never waits; the program gets the next
 * one that comes; many at once get nothing that others might want within the minute.
 */
export function grant(
  priority: Priority,
  { tokens, wanted, per_minute }: { tokens: number; wanted: number; per_minute: number },
): Grant {
  const each = MINUTE_MS / per_minute
  if (priority !== 'bulk') {
    const left = tokens - wanted
    const wait_ms = priority === 'hand' ? 0 : Math.ceil(Math.max(0, -left) * each)
    return { granted: wanted, left, wait_ms }
  }
  const free = tokens - Math.floor(per_minute * KEPT_FOR_OTHERS)
  const granted = Math.max(0, Math.min(wanted, Math.floor(free)))
  const wait_ms = granted > 0 ? 0 : Math.ceil((1 - free) * each)
  return { granted, left: tokens - granted, wait_ms }
}
