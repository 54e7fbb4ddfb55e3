// The series behind the use chart: each month with its average per day, how much of it is
// estimated, and the same month a year earlier.

import { monthEnd, nextMonthStart, yearBefore } from '#domain/kit/day-number.ts'
import { Exact } from '#domain/kit/decimal.ts'
import { quantityText, round6 } from './quantity.ts'
import { type Segment, usageBetween } from './segments.ts'

export interface MonthOfUsage {
  /** YYYY-MM. */
  month: string
  quantity: string
  energy: string
  /** How many days of the month are asked for and have data. */
  days: number
  /** Per day with data, so that a month read halfway does not look like a quiet one. */
  average_per_day: string
  /** From 0 to 1. */
  estimated_share: string
  missing_days: number
  /** The same days a year earlier; null when nothing is known of them. */
  last_year_quantity: string | null
  last_year_energy: string | null
}

/** What was used in each month between two days, both included. */
export function usageByMonth(
  segments: Iterable<Segment>,
  from: string,
  to: string,
): MonthOfUsage[] {
  const byMonth = segmentsByMonth(segments, yearBefore(from), to)
  const months: MonthOfUsage[] = []
  for (let day = from; day <= to; day = nextMonthStart(day)) {
    const end = monthEnd(day)
    months.push(monthOf(byMonth, day, end < to ? end : to))
  }
  return months
}

function monthOf(byMonth: Map<string, Segment[]>, from: string, to: string): MonthOfUsage {
  const ofMonth = (day: string) => byMonth.get(day.slice(0, 7)) ?? []
  const usage = usageBetween(ofMonth(from), from, to)
  const days = usage.days - usage.missing_days
  // A whole February stays whole, however many days it has.
  const lastTo = to === monthEnd(to) ? monthEnd(yearBefore(to)) : yearBefore(to)
  const last = usageBetween(ofMonth(yearBefore(from)), yearBefore(from), lastTo)
  const isKnown = last.missing_days < last.days
  return {
    month: from.slice(0, 7),
    quantity: usage.quantity,
    energy: usage.energy,
    days,
    average_per_day: quantityText(round6(new Exact(usage.quantity).div(Math.max(days, 1)))),
    estimated_share: usage.estimated_share,
    missing_days: usage.missing_days,
    last_year_quantity: isKnown ? last.quantity : null,
    last_year_energy: isKnown ? last.energy : null,
  }
}

/** Each segment is put with the months it touches, once, so that no month looks at them all. */
function segmentsByMonth(segments: Iterable<Segment>, from: string, to: string) {
  const byMonth = new Map<string, Segment[]>()
  for (const segment of segments) {
    if (segment.period_end < from || segment.period_start > to) continue
    for (let day = segment.period_start; day <= segment.period_end; day = nextMonthStart(day)) {
      const month = day.slice(0, 7)
      const known = byMonth.get(month)
      if (known === undefined) byMonth.set(month, [segment])
      else known.push(segment)
    }
  }
  return byMonth
}
