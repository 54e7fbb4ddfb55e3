// Business days are calendar days in Auckland, written YYYY-MM-DD. Formats are made by hand:
// the browsers' en-NZ gives 3/02/2026 and their en-GB gives Sept. Temporal is only touched inside
// functions, because a browser may still be loading it when this module is read.

import { monthAndYear, shortWord, weekdayName } from './words.ts'

/** A business day as text of the form YYYY-MM-DD, or as Temporal's plain date. */
export type Day = string | Temporal.PlainDate

export const BUSINESS_TIME_ZONE = 'Pacific/Auckland'

/** §9: no date before this one can be chosen. */
export const MIN_BUSINESS_DAY = '2019-01-01'

/** No date of any kind lies outside these two. */
export const EARLIEST_DAY = '1850-01-01'
export const LATEST_DAY = '2200-12-31'

/** Tells whether the text is a day that exists, written YYYY-MM-DD. */
export function isDay(text: string): boolean {
  return partsOf(text) !== null
}

/** The business day an instant falls on. */
export function businessToday(instant: Temporal.Instant): string {
  return instant.toZonedDateTimeISO(BUSINESS_TIME_ZONE).toPlainDate().toString()
}

/** The same of an instant as it is on the wire; nothing for what is no instant. */
export function businessDayOf(instant: string | null | undefined): string {
  const point = instant ? instantFrom(instant) : null
  return point === null ? '' : businessToday(point)
}

/** 03/02/2026; nothing for what is no day. */
export function formatDay(day: Day | null | undefined): string {
  const parts = partsOf(day)
  return parts === null ? '' : `${parts.day}/${parts.month}/${parts.year}`
}

/** 03 Feb 2026; nothing for what is no day. */
export function formatDayShort(day: Day | null | undefined): string {
  const parts = partsOf(day)
  if (parts === null) return ''
  return `${parts.day} ${monthAndYear(`${parts.year}-${parts.month}`)}`
}

/** Tue 03 Feb 2026; nothing for what is no day. */
export function formatDayLong(day: Day | null | undefined): string {
  if (partsOf(day) === null) return ''
  const { dayOfWeek } = Temporal.PlainDate.from(day ?? '')
  return `${shortWord(weekdayName(dayOfWeek))} ${formatDayShort(day)}`
}

/** 2026-02-03 14:05:09 on the clocks of the given zone; nothing for what is no instant. */
export function formatStamp(
  instant: string | Temporal.Instant | null | undefined,
  timeZone: string = BUSINESS_TIME_ZONE,
): string {
  if (instant === null || instant === undefined) return ''
  const point = typeof instant === 'string' ? instantFrom(instant) : instant
  if (point === null) return ''
  const local = point.toZonedDateTimeISO(timeZone).toPlainDateTime()
  return local.toString({ smallestUnit: 'second', roundingMode: 'trunc' }).replace('T', ' ')
}

/** 2:41 pm on the clocks of the given zone, as people say it. */
export function formatTime(
  instant: string | Temporal.Instant,
  timeZone: string = BUSINESS_TIME_ZONE,
): string {
  const stamp = formatStamp(instant, timeZone)
  const hours = Number(stamp.slice(11, 13))
  return stamp && `${hours % 12 || 12}:${stamp.slice(14, 16)} ${hours < 12 ? 'am' : 'pm'}`
}

/** The day of this year, month and number; null where there is none such. */
export function dayFrom(year: number, month: number, day: number): string | null {
  if (year < 1 || day < 1 || day > lastDayOf(year, month)) return null
  const padded = [month, day].map((number) => String(number).padStart(2, '0'))
  return [String(year).padStart(4, '0'), ...padded].join('-')
}

interface DayParts {
  year: string
  month: string
  day: string
}

function partsOf(value: Day | null | undefined): DayParts | null {
  if (value === null || value === undefined) return null
  const match = /^(\d{4})-(\d{2})-(\d{2})$/.exec(String(value))
  if (match === null) return null
  const [, year = '', month = '', day = ''] = match
  const isThere = dayFrom(Number(year), Number(month), Number(day)) !== null
  return isThere ? { year, month, day } : null
}

/** The last day of a month, or 0 where there is no such month. */
function lastDayOf(year: number, month: number): number {
  const isLeap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0
  const february = isLeap ? 29 : 28
  return [31, february, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1] ?? 0
}

function instantFrom(text: string): Temporal.Instant | null {
  try {
    return Temporal.Instant.from(text)
  } catch {
    return null
  }
}
