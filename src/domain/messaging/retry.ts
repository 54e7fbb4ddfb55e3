/** How long to wait after each try in vain; from the last on, always as long as that. */
const PAUSES_MINUTES = [1, 5, 15, 60, 240]
/** After so long, counted from the first try, it is given up: news on a phone grow old sooner. */
export const GIVE_UP_HOURS = { email: 24, sms: 6 } as const

const MINUTE_MS = 60_000

interface TriedInVain {
  type: 'email' | 'sms'
  /** The tries there were, the one in hand included. */
  attempts: number
  /** When it was first not taken; null where this is the first try. */
  since: Date | null
}

const endOf = (type: 'email' | 'sms', since: Date) =>
  since.getTime() + GIVE_UP_HOURS[type] * 60 * MINUTE_MS

/** The try in hand is the last: whoever does not take it now has not taken it. */
export function isLastTry({ type, since }: TriedInVain, now: Date): boolean {
  return since !== null && now.getTime() >= endOf(type, since)
}

/** When it is tried again: after the next pause, or when its time is over. */
export function nextTry({ type, attempts, since }: TriedInVain, now: Date): Date {
  const pause = PAUSES_MINUTES[Math.max(0, attempts - 1)] ?? PAUSES_MINUTES.at(-1) ?? 0
  const at = now.getTime() + pause * MINUTE_MS
  return new Date(Math.min(at, endOf(type, since ?? now)))
}
