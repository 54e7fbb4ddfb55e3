import { addDays, daysIn, yearBefore } from '#domain/kit/day-number.ts'
import { Exact } from '#domain/kit/decimal.ts'
import { type Segment, usageBetween } from './segments.ts'

/** What was used in some days, beside others. */
export interface UseOfDays {
  when: 'now' | 'before' | 'last_year'
  from: string
  to: string
  days: number
  quantity: string
  energy: string
  /** From 0 to 1. */
  estimated_share: string
}

/**
 * The days of a period beside as many days before it and the same days a year ago. Days of which
 * something is missing are left out: half a month beside a whole one would look like saving.
 */
export function comparedUse(
  segments: readonly Segment[],
  { from, to }: { from: string; to: string },
): UseOfDays[] {
  const days = daysIn(from, to)
  const stretches = [
    ['now', from, to],
    ['before', addDays(from, -days), addDays(from, -1)],
    ['last_year', yearBefore(from), yearBefore(to)],
  ] as const
  return stretches.flatMap(([when, first, last]) => {
    const use = usageBetween(segments, first, last)
    if (use.missing_days > 0) return []
    const { quantity, energy, estimated_share } = use
    return [{ when, from: first, to: last, days: use.days, quantity, energy, estimated_share }]
  })
}

/** What a day took of it, to one decimal place. */
export function perDay(amount: string, days: number): string {
  return new Exact(amount).div(Math.max(1, days)).toFixed(1)
}
