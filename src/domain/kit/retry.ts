// §8 and its rulings: what our client tries again, how often and after how long.
export const retryLimit = 3
export const retryBaseMs = 1000
const longestWaitMs = 60_000

export interface Attempt {
  method: string
  /** The answer's status; null when no answer came (network error, time-out, broken body). */
  status: number | null
  /** How many times the call has been sent so far, the first time included. */
  sent: number
  /** The call carries an Idempotency-Key, so sending it again does nothing twice. */
  hasKey: boolean
  /** Sign-in never waits out a rate limit by itself. */
  isSignIn?: boolean
  retryAfterSeconds?: number | undefined
}

/** Milliseconds to wait before sending the call again; null when its outcome is final. */
export function retryDelayMs(attempt: Attempt): number | null {
  if (attempt.sent > retryLimit || !isRetrySafe(attempt) || !isPassing(attempt)) return null
  const backOffMs = retryBaseMs * 2 ** (attempt.sent - 1)
  const askedMs = (attempt.retryAfterSeconds ?? 0) * 1000
  const waitMs = Math.max(backOffMs, askedMs)
  // A server that asks for more than a minute is not worth a spinner: the user is told instead.
  return waitMs > longestWaitMs ? null : waitMs
}

/** Reads, removals and calls with a key have the same effect sent once or twice. */
function isRetrySafe({ method, hasKey }: Attempt): boolean {
  return hasKey || method === 'GET' || method === 'DELETE'
}

function isPassing({ status, isSignIn }: Attempt): boolean {
  if (status === null || status === 502 || status === 503 || status === 504) return true
  return status === 429 && !isSignIn
}
