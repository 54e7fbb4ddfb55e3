import { plural } from '#domain/kit/wording.ts'
import { weekdayName } from '#domain/kit/words.ts'
import { addWorkingDays } from '#domain/kit/working-day.ts'

/** What this customer's earlier collections and transfers say about their weekdays. */
export interface PastCollection {
  day: string
  is_honoured: boolean
}

export interface RetryFacts {
  /** The day of the first attempt. */
  first_charge_date: string
  /** When we were told that it was not honoured. */
  told_date: string
  next_possible: string | null
  /** The newest first; the failure this is about is one of them. */
  past: readonly PastCollection[]
  today: string
}

export interface RetryDay {
  charge_date: string
  score: number
  /** Why this day, for whoever asks. */
  reasons: string[]
}

// What people are paid on, from Monday to Friday.
const weekdayScores = [1, 3, 4, 5, 2]
const HONOURED = 3
const FAILED = 4
const REMEMBERED_HONOURED = 6
const REMEMBERED_FAILED_DAYS = 180
const LAST_AFTER_FIRST = 5
const AFTER_TOLD = 2

/**
 * The day to try again on: within five working days of the first, so that no second notice is needed,
 * and where money has come from this customer before. None left: a person is asked.
 */
export function retryDay(facts: RetryFacts): RetryDay | null {
  const { first_charge_date, told_date, next_possible } = facts
  const earliest = addWorkingDays(told_date, AFTER_TOLD)
  const candidates = Array.from({ length: LAST_AFTER_FIRST }, (_, place) =>
    addWorkingDays(first_charge_date, place + 1),
  ).filter((day) => day >= earliest && (next_possible === null || day >= next_possible))
  const scored = candidates.map((day) => scoreOf(day, facts))
  return scored.reduce<RetryDay | null>(
    (best, one) => (best === null || one.score > best.score ? one : best),
    null,
  )
}

function scoreOf(charge_date: string, { past, today }: RetryFacts): RetryDay {
  const weekday = weekdayOf(charge_date)
  const base = weekdayScores[weekday - 1] ?? 0
  const since = Temporal.PlainDate.from(today).subtract({ days: REMEMBERED_FAILED_DAYS }).toString()
  const honoured = past
    .filter(({ is_honoured }) => is_honoured)
    .slice(0, REMEMBERED_HONOURED)
    .filter(({ day }) => weekdayOf(day) === weekday).length
  const failed = past.filter(
    ({ day, is_honoured }) => !is_honoured && day >= since && weekdayOf(day) === weekday,
  ).length
  const name = weekdayName(weekday)
  return {
    charge_date,
    score: base + HONOURED * honoured - FAILED * failed,
    reasons: [
      `A ${name} counts ${base}.`,
      ...(honoured > 0
        ? [`Money came on ${honoured} of the last ${name}s: +${HONOURED * honoured}.`]
        : []),
      ...(failed > 0 ? [`It failed on ${plural(failed, name)}: −${FAILED * failed}.`] : []),
    ],
  }
}

const weekdayOf = (day: string) => Temporal.PlainDate.from(day).dayOfWeek
