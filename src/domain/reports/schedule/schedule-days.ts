import { BUSINESS_TIME_ZONE, dayFrom } from '#domain/kit/calendar.ts'
import { addDays, dayNumber, monthEnd, nextMonthStart } from '#domain/kit/day-number.ts'
import { weekdayName, weekdayNames } from '#domain/kit/words.ts'
import type { PeriodKind } from '#domain/reports/report.ts'
import { type PeriodRules, periodAround, type Span } from '#domain/reports/report-period.ts'

export const frequencies = ['daily', 'weekly', 'monthly'] as const
export type Frequency = (typeof frequencies)[number]

/** The last day that may be chosen; every day has no day of its own. */
export const mostDays: Record<Frequency, number> = { daily: 31, weekly: 7, monthly: 31 }

/** Reports leave at this hour in Auckland. */
export const SENDING_HOUR = 7

export const relativePeriods = [
  'yesterday',
  'last_week',
  'this_month',
  'last_month',
  'this_quarter',
  'last_quarter',
  'this_gst',
  'last_gst',
  'this_year',
  'last_year',
] as const
export type RelativePeriod = (typeof relativePeriods)[number]

export const relativePeriodWords: Record<RelativePeriod, string> = {
  yesterday: 'The day before',
  last_week: 'Last week, Monday to Sunday',
  this_month: 'This month',
  last_month: 'Last month',
  this_quarter: 'This quarter',
  last_quarter: 'Last quarter',
  this_gst: 'This GST period',
  last_gst: 'Last GST period',
  this_year: 'This financial year',
  last_year: 'Last financial year',
}

interface Rhythm {
  frequency: Frequency
  on_day: number
}

/** Monday is 1; the first of January 1970 was a Thursday. */
export const weekdayOf = (day: string) => ((((dayNumber(day) + 3) % 7) + 7) % 7) + 1

/** The first day from one on, itself included, that a report is sent on. */
export function sendingDay({ frequency, on_day }: Rhythm, from: string): string {
  if (frequency === 'daily') return from
  if (frequency === 'weekly') return addDays(from, (on_day - weekdayOf(from) + 7) % 7)
  const here = dayOfMonth(from, on_day)
  return here >= from ? here : dayOfMonth(nextMonthStart(from), on_day)
}

/** That day of the month, or its last. */
function dayOfMonth(month: string, day: number): string {
  return dayFrom(Number(month.slice(0, 4)), Number(month.slice(5, 7)), day) ?? monthEnd(month)
}

/** When it is sent next, seen from a moment: today only while it is not yet seven. */
export function nextSending(rhythm: Rhythm, now: Temporal.Instant): string {
  const local = now.toZonedDateTimeISO(BUSINESS_TIME_ZONE)
  const today = local.toPlainDate().toString()
  return sendingDay(rhythm, local.hour < SENDING_HOUR ? today : addDays(today, 1))
}

/** As a report is asked for: a period by any of its days, or free days. */
export type AskedPeriod = { period: Exclude<PeriodKind, 'free'>; day: string } | Span

/** The days that are meant on the day of sending. */
export function resolvedPeriod(
  relative: RelativePeriod,
  day: string,
  rules: PeriodRules,
): AskedPeriod {
  if (relative === 'yesterday') return { from: addDays(day, -1), to: addDays(day, -1) }
  if (relative === 'last_week') {
    const monday = addDays(day, 1 - weekdayOf(day))
    return { from: addDays(monday, -7), to: addDays(monday, -1) }
  }
  const [which, period] = relative.split('_') as ['this' | 'last', Exclude<PeriodKind, 'free'>]
  if (which === 'this') return { period, day }
  return { period, day: addDays(periodAround(period, day, rules).from, -1) }
}

export const weekdayChoices = weekdayNames.map((label, place) => ({
  value: String(place + 1),
  label,
}))

/** How often it comes, as people say it. */
export function rhythmWords({ frequency, on_day }: Rhythm): string {
  if (frequency === 'daily') return 'Every day at 7:00'
  if (frequency === 'weekly') return `Every ${weekdayName(on_day)} at 7:00`
  return `On day ${on_day} of every month at 7:00`
}
