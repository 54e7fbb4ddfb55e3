import { MIN_BUSINESS_DAY } from '#domain/kit/calendar.ts'
import {
  addDays,
  daysIn,
  monthEnd,
  monthStart,
  nextMonthStart,
  yearBefore,
} from '#domain/kit/day-number.ts'
import type { PeriodKind } from './report.ts'

/** Days from one to another, both included. */
export interface Span {
  from: string
  to: string
}

/** How the organisation counts its periods. */
export interface PeriodRules {
  /** A GST period has so many months and ends with this month of the year, or so many before it. */
  gst_months: number
  gst_end_month: number
  /** The month that a financial year begins with. */
  year_start_month: number
}

const MOST_YEARS = 10

/** The period of a kind that a day lies in; a free one is what somebody says. */
export function periodAround(
  kind: Exclude<PeriodKind, 'free'>,
  day: string,
  rules: PeriodRules,
): Span {
  if (kind === 'month') return { from: monthStart(day), to: monthEnd(day) }
  if (kind === 'quarter') return monthsUntil(day, 3, 3)
  if (kind === 'gst') return monthsUntil(day, rules.gst_months, rules.gst_end_month)
  return monthsUntil(day, 12, ((rules.year_start_month + 10) % 12) + 1)
}

/** The one of so many months that ends with a month, or a whole number of such before it. */
function monthsUntil(day: string, months: number, endMonth: number): Span {
  const month = Number(day.slice(5, 7))
  const ahead = (((endMonth - month) % months) + months) % months
  let start = monthStart(day)
  for (let left = ahead; left > 0; left -= 1) start = nextMonthStart(start)
  const to = monthEnd(start)
  for (let left = months - 1; left > 0; left -= 1) start = monthStart(addDays(start, -1))
  return { from: start, to }
}

/** The period before one: of the same kind, or of as many days. */
export function periodBefore(kind: PeriodKind, { from, to }: Span, rules: PeriodRules): Span {
  const last = addDays(from, -1)
  if (kind !== 'free') return periodAround(kind, last, rules)
  return { from: addDays(last, 1 - daysIn(from, to)), to: last }
}

/** The same days a year earlier; the end of a month stays the end of its month. */
export function sameYearBefore({ from, to }: Span): Span {
  const before = yearBefore(to)
  return { from: yearBefore(from), to: to === monthEnd(to) ? monthEnd(before) : before }
}

/** Those days of a span that lie in a month, as in 2026-04; all of them where that is none. */
export function withinMonth({ from, to }: Span, month: string): Span {
  if (!/^\d{4}-(0[1-9]|1[0-2])$/.test(month)) return { from, to }
  const [first, last] = [`${month}-01`, monthEnd(`${month}-01`)]
  return { from: from > first ? from : first, to: to < last ? to : last }
}

/** What is wrong with a span, by the field that is to be mended; null where nothing is. */
export function spanFault({ from, to }: Span): { field: 'from' | 'to'; message: string } | null {
  if (from < MIN_BUSINESS_DAY)
    return { field: 'from', message: 'Choose a day from 1 January 2019 on.' }
  if (to < from) return { field: 'to', message: 'The last day can’t be before the first.' }
  if (yearsAfter(from) < to)
    return { field: 'to', message: `A report covers at most ${MOST_YEARS} years.` }
  return null
}

function yearsAfter(day: string): string {
  const year = String(Number(day.slice(0, 4)) + MOST_YEARS)
  return addDays(day.endsWith('-02-29') ? `${year}-03-01` : `${year}${day.slice(4)}`, -1)
}
