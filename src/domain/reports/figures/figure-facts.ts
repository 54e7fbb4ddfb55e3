import { businessToday } from '#domain/kit/calendar.ts'
import { workingHours } from '#domain/messaging/answer-within.ts'

/** Both days included. */
export interface DaySpan {
  from: string
  to: string
}

/** What figures are asked with: days of Auckland, and the organisation's own rules. */
export interface FigureFacts {
  today: string
  /** The days that figures of a month are about: from its first to today. */
  span: DaySpan
  in7Days: string
  /** The last day that a contract ends soon. */
  endingBy: string
  /** The last 90 days, and today. */
  last90: DaySpan
  /** Who has waited since then has waited too long. */
  lateBefore: string
}

interface FactSources {
  now: Temporal.Instant
  contract_expiring_days: number
  answer_within: number
}

/** The facts of a moment. */
export function figureFacts({ now, contract_expiring_days, answer_within }: FactSources) {
  const today = businessToday(now)
  const day = Temporal.PlainDate.from(today)
  return {
    today,
    span: monthToDay(today),
    in7Days: day.add({ days: 7 }).toString(),
    endingBy: day.add({ days: contract_expiring_days }).toString(),
    last90: { from: day.subtract({ days: 90 }).toString(), to: today },
    lateBefore: lateBefore(now, answer_within),
  } satisfies FigureFacts
}

export function monthToDay(today: string): DaySpan {
  return { from: `${today.slice(0, 8)}01`, to: today }
}

/** The same days earlier: the first of that month to the same day, or to its last. */
export function spanBefore(today: string, back: { months?: number; years?: number }): DaySpan {
  const to = Temporal.PlainDate.from(today).subtract(back).toString()
  return monthToDay(to)
}

/** The first days of this month and of so many before it, the oldest first. */
export function monthsTo(today: string, count: number): string[] {
  const first = Temporal.PlainDate.from(today).with({ day: 1 })
  return Array.from({ length: count }, (_, place) =>
    first.subtract({ months: count - 1 - place }).toString(),
  )
}

const MINUTE_MS = 60_000
const LONGEST_MS = 14 * 24 * 60 * MINUTE_MS

/** The latest moment since which so many working hours have passed, to the minute. */
function lateBefore(now: Temporal.Instant, hours: number): string {
  let [early, late] = [now.epochMilliseconds - LONGEST_MS, now.epochMilliseconds]
  while (late - early > MINUTE_MS) {
    const middle = Math.floor((early + late) / 2)
    const since = Temporal.Instant.fromEpochMilliseconds(middle)
    if (workingHours(since, now) >= hours) early = middle
    else late = middle
  }
  return Temporal.Instant.fromEpochMilliseconds(early).toString({ smallestUnit: 'second' })
}
