const MINUTE_MS = 60_000
/** Growing waits, in minutes: about a day and a half altogether. */
const waits = [1, 5, 15, 30, 60, 120, 240, 480, 600, 720]

/** When to try again after so many tries; null when it is time to give up. */
export function nextTry(attempts: number, now: Date): Date | null {
  const minutes = waits[attempts - 1]
  return minutes === undefined ? null : new Date(now.getTime() + minutes * MINUTE_MS)
}

/** A hook at which nothing has arrived for this long is switched off. */
export const PATIENCE_MS = 3 * 24 * 60 * MINUTE_MS

/** How long the secret from before a change still signs. */
export const OLD_SECRET_MS = 24 * 60 * MINUTE_MS

export const KEPT_DAYS = 30
/** What is kept of an answer, for whoever looks for the reason. */
export const ANSWER_LENGTH = 200
