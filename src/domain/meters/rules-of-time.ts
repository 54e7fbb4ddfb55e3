// Rules that hold the day of a reading against the calendar, the meter and the other readings.

import { formatDayShort } from '#domain/kit/calendar.ts'
import { dayNumber, dayText } from '#domain/kit/day-number.ts'
import { Exact } from '#domain/kit/decimal.ts'
import { plainQuantity } from './quantity.ts'
import { isQuantityOnly } from './reading-facts.ts'
import type { KnownReading, Situation } from './reading-situation.ts'
import type { Verdict } from './rules-of-register.ts'

/** What files write where a serial number would be, for a connection without a meter. */
const UNMETERED = 'UNM'

export function meterNotThere({ candidate, meter }: Situation): Verdict | null {
  const { date_installed, date_removed, meter_number } = meter
  const day = candidate.reading_date
  if (date_removed !== null && day > date_removed)
    return { message: `Meter ${meter_number} was removed on ${formatDayShort(date_removed)}.` }
  if (date_installed !== null && day < date_installed)
    return { message: `Meter ${meter_number} was installed on ${formatDayShort(date_installed)}.` }
  const told = candidate.meter_number ?? ''
  if (told.trim() === '' || told === UNMETERED || serial(told) === serial(meter_number)) return null
  return { message: `The file names meter ${told.trim()}, ours is ${meter_number}.` }
}

export function inTheFuture({ candidate, today }: Situation): Verdict | null {
  if (candidate.reading_date <= today) return null
  const day = formatDayShort(candidate.reading_date)
  return { message: `${day} is after today, ${formatDayShort(today)}.` }
}

export function gap(
  situation: Situation,
  parameters: { days: number; uncovered_days: number },
): Verdict | null {
  const { candidate, periods, start, days } = situation
  if (start === null) return null
  if (!isQuantityOnly(candidate)) {
    if (days <= parameters.days) return null
    return { message: `There is no reading in the ${days} days before this one.` }
  }
  const before = periods.findLast((period) => period.end <= start)
  const uncovered = before === undefined ? 0 : start - before.end
  if (before === undefined || uncovered <= parameters.uncovered_days) return null
  const from = formatDayShort(dayText(before.end))
  const to = formatDayShort(dayText(start - 1))
  return { message: `Nothing is known of ${uncovered} days, ${from} to ${to}.` }
}

export function overlap(situation: Situation): Verdict | null {
  const { candidate, periods, start, end } = situation
  if (start === null) return null
  const isQuantity = isQuantityOnly(candidate)
  const other = periods.find((period) => {
    if (period.end <= start || period.start >= end) return false
    if (isQuantity) return !isSamePeriod(situation, period.reading)
    // A value between two values divides their period; only quantities can be in its way.
    return isQuantityOnly(period.reading)
  })
  if (other === undefined) return null
  const from = formatDayShort(dayText(other.start))
  const to = formatDayShort(dayText(other.end - 1))
  return { message: `The period overlaps ${from} to ${to}, which we already have.` }
}

export function alreadyThere(situation: Situation): Verdict | null {
  const same = twins(situation).find((twin) => isEqual(situation, twin))
  if (same === undefined) return null
  const day = formatDayShort(same.reading_date)
  return { message: `We already have ${figure(same)} for ${day}.` }
}

export function anotherValue(situation: Situation): Verdict | null {
  const others = twins(situation)
  const [other] = others
  if (other === undefined || others.some((twin) => isEqual(situation, twin))) return null
  const day = formatDayShort(other.reading_date)
  return { message: `We have ${figure(other)} for ${day}, not ${figure(situation.candidate)}.` }
}

export function estimatedTooLong(
  { candidate, known, end }: Situation,
  parameters: { days: number; in_a_row: number },
): Verdict | null {
  if (candidate.reading_latest_type !== 'estimate') return null
  const before = known.filter((reading) => reading.reading_date < candidate.reading_date)
  const lastRead = before.findLastIndex((reading) => reading.reading_latest_type !== 'estimate')
  const inARow = before.length - lastRead
  const since = before[Math.max(lastRead, 0)]
  const days = since === undefined ? 0 : end - 1 - dayNumber(since.reading_date)
  if (inARow <= parameters.in_a_row && days <= parameters.days) return null
  return { message: `${inARow} estimates in a row; not read for ${days} days.` }
}

/** Readings of the same register, day and sort; a final and an opening one may share a day. */
function twins(situation: Situation): KnownReading[] {
  const { candidate, known } = situation
  if (candidate.reading_latest_type === 'misread') return []
  return known.filter(
    (reading) =>
      reading.reading_date === candidate.reading_date &&
      isQuantityOnly(reading) === isQuantityOnly(candidate) &&
      (reading.reading_latest_type === 'opening') ===
        (candidate.reading_latest_type === 'opening') &&
      (!isQuantityOnly(candidate) || isSamePeriod(situation, reading)),
  )
}

function isSamePeriod({ candidate }: Situation, reading: KnownReading): boolean {
  return (
    isQuantityOnly(reading) &&
    reading.reading_date === candidate.reading_date &&
    (candidate.period_start === null || reading.period_start === candidate.period_start)
  )
}

function isEqual({ candidate }: Situation, reading: KnownReading): boolean {
  const [told, ours] = isQuantityOnly(candidate)
    ? [candidate.reading_quantity, reading.reading_quantity]
    : [candidate.reading_latest, reading.reading_latest]
  return told !== null && ours !== null && new Exact(told).eq(ours)
}

function figure(reading: Pick<KnownReading, 'reading_latest' | 'reading_quantity'>): string {
  return plainQuantity(reading.reading_latest ?? reading.reading_quantity ?? '0')
}

/** Serial numbers are printed with and without leading zeros, spaces and capitals. */
function serial(text: string): string {
  return text
    .replace(/[^0-9a-z]/gi, '')
    .replace(/^0+/, '')
    .toUpperCase()
}
