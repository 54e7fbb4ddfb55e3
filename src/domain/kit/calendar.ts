// Business days are calendar days in Auckland, written YYYY-MM-DD. Formats are made by hand:
// the browsers' en-NZ gives 3/02/2026 and their en-GB gives Sept. Temporal is only touched inside
// functions, because a browser may still be loading it when this module is read.

/** A business day as text of the form YYYY-MM-DD, or as Temporal's plain date. */
export type Day = string | Temporal.PlainDate

export const BUSINESS_TIME_ZONE = 'Pacific/Auckland'

/** §9: no date before this one can be chosen. */
export const MIN_BUSINESS_DAY = '2019-01-01'

const MONTHS = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ')
const MONTH_NAMES =
  'january february march april may june july august september october november december'.split(' ')

/** Tells whether the text is a day that exists, written YYYY-MM-DD. */
export function isDay(text: string): boolean {
  return partsOf(text) !== null
}

/** The business day an instant falls on. */
export function businessToday(instant: Temporal.Instant): string {
  return instant.toZonedDateTimeISO(BUSINESS_TIME_ZONE).toPlainDate().toString()
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
  return `${parts.day} ${MONTHS[Number(parts.month) - 1]} ${parts.year}`
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

/** 2:41 pm on the clocks of the business, as people say it. */
export function formatTime(instant: string | Temporal.Instant): string {
  const stamp = formatStamp(instant)
  const hours = Number(stamp.slice(11, 13))
  return stamp && `${hours % 12 || 12}:${stamp.slice(14, 16)} ${hours < 12 ? 'am' : 'pm'}`
}

/**
 * Reads a day as people type it: 3/2/26, 3 Feb, 03022026, today, t, +7, eom or ISO; always
 * day before month. Without a year the year of `today` is meant.
 */
export function parseDay(input: string, today: Day): string | null {
  const text = input
    .trim()
    .toLowerCase()
    .replace(/[\u2010-\u2015\u2212]/g, '-')
  const now = partsOf(today)
  if (now === null || text.length > 32) return null
  if (text === 'today' || text === 't') return String(today)
  if (text === 'eom') return dayFrom(now.year, now.month, String(lastDayOf(now.year, now.month)))
  if (/^[+-]\d{1,4}$/.test(text)) return shiftDays(today, Number(text))
  return (
    parseIso(text) ??
    parseDigits(text) ??
    parseNumbers(text, now.year) ??
    parseNamed(text, now.year)
  )
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
  return dayFrom(year, month, day) === null ? null : { year, month, day }
}

function parseIso(text: string): string | null {
  const match = /^(\d{4})[-/](\d{1,2})[-/](\d{1,2})$/.exec(text)
  return match === null ? null : dayFrom(match[1], match[2], match[3])
}

function parseDigits(text: string): string | null {
  const match = /^(\d{2})(\d{2})(\d{2}|\d{4})$/.exec(text)
  return match === null ? null : dayFrom(match[3], match[2], match[1])
}

function parseNumbers(text: string, thisYear: string): string | null {
  const match = /^(\d{1,2})[/.\- ](\d{1,2})(?:[/.\- ](\d{2}|\d{4}))?$/.exec(text)
  return match === null ? null : dayFrom(match[3] ?? thisYear, match[2], match[1])
}

function parseNamed(text: string, thisYear: string): string | null {
  const match = /^(\d{1,2})[/.\- ]*([a-z]{3,9})\.?(?:[/.\-, ]*(\d{2}|\d{4}))?$/.exec(text)
  if (match === null) return null
  const [, day, name = '', year = thisYear] = match
  const month = MONTH_NAMES.findIndex((full) => full.startsWith(name)) + 1
  return month === 0 ? null : dayFrom(year, String(month), day)
}

/** Gives the day when it exists. A year of two digits belongs to this century. */
function dayFrom(year = '', month = '', day = ''): string | null {
  const fullYear = year.length === 2 ? `20${year}` : year
  const last = lastDayOf(fullYear, month)
  if (Number(fullYear) < 1 || Number(day) < 1 || Number(day) > last) return null
  return `${fullYear}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
}

/** The last day of a month, or 0 where there is no such month. */
function lastDayOf(year: string, month: string): number {
  const y = Number(year)
  const isLeap = (y % 4 === 0 && y % 100 !== 0) || y % 400 === 0
  const february = isLeap ? 29 : 28
  return [31, february, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][Number(month) - 1] ?? 0
}

function shiftDays(day: Day, days: number): string {
  return Temporal.PlainDate.from(day).add({ days }).toString()
}

function instantFrom(text: string): Temporal.Instant | null {
  try {
    return Temporal.Instant.from(text)
  } catch {
    return null
  }
}
