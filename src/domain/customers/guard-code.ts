/** What the guard code of a customer stands before; births are personal, but pay nothing. */
export const guardedFields = [
  'bank_account_number',
  'bank_swift_number',
  'gocardless_customer_id',
  'gocardless_mandate_id',
] as const

export function isGuardedField(name: string): boolean {
  return guardedFields.some((guarded) => guarded === name)
}

export const GUARD_CODE_MIN = 4
export const GUARD_CODE_MAX = 20

const MINUTE_MS = 60_000
/** How long a right code opens the details. */
export const OPEN_MS = 10 * MINUTE_MS
/** So many wrong tries lock the code for so long. */
export const MOST_TRIES = 5
export const LOCK_MS = 15 * MINUTE_MS

export const ONE_TIME_DIGITS = 6
export const ONE_TIME_MS = 10 * MINUTE_MS

/** Why a code cannot guard anything; null where it can. */
export function guardCodeFault(code: string): string | null {
  const letters = [...code]
  if (letters.length < GUARD_CODE_MIN || letters.length > GUARD_CODE_MAX)
    return `A guard code has ${GUARD_CODE_MIN} to ${GUARD_CODE_MAX} characters.`
  if (isRun(letters)) return 'That code is too easy to guess. Please pick another.'
  return null
}

/** 0000, 1234, dcba: every character is as far from the one before as all the others. */
function isRun(letters: readonly string[]): boolean {
  const points = letters.map((letter) => letter.toLowerCase().codePointAt(0) ?? 0)
  const steps = points.slice(1).map((point, place) => point - (points[place] ?? 0))
  const [first = 0] = steps
  return Math.abs(first) <= 1 && steps.every((step) => step === first)
}

/** As in "3 tries left". */
export function triesLeft(left: number): string {
  return left === 1 ? '1 try left' : `${left} tries left`
}

/** How a guard code stands; never the code. */
export interface GuardCodeState {
  is_set: boolean
  set_at: string | null
  set_by_name: string | null
  /** Nobody opens anything until then: there were too many wrong tries. */
  locked_until: string | null
  /** Until when the details are open to this session. */
  open_until: string | null
  /** This session sees the details now: it may, and no code stands before them. */
  sees_details: boolean
}
