// What surrounds a reading that is being checked: the readings before and after it and the use
// that follows from them. Every rule looks at this, so it is worked out once.

import { dayNumber } from '#domain/kit/day-number.ts'
import { Exact } from '#domain/kit/decimal.ts'
import { type MeteredUse, meteredUse, quantityOfRaw, rawUse } from './metered-use.ts'
import type { ExactNumber } from './quantity.ts'
import { isFinal, type MeterFacts, type ReadingFacts, type RegisterFacts } from './reading-facts.ts'

export interface CheckedMeter extends MeterFacts {
  meter_number: string
  date_installed: string | null
  date_removed: string | null
  meter_capacity_amount: string | null
  meter_capacity_unit: string | null
}

export interface Candidate extends ReadingFacts {
  /** The serial number as the file tells it; null or left out when it tells none. */
  meter_number?: string | null | undefined
}

/** A reading we already have, with its stored quantity; one with a problem counts for nothing. */
export interface KnownReading extends ReadingFacts {
  problem?: string | null | undefined
}

export interface Surroundings {
  candidate: Candidate
  meter: CheckedMeter
  register: RegisterFacts
  /** Other readings of the register, oldest first, with their computed quantities and periods. */
  history: readonly KnownReading[]
  today: string
}

/** A known period and what was used in it; days are numbers and `end` is the day after. */
export interface KnownPeriod {
  reading: KnownReading
  start: number
  end: number
  quantity: string
}

export interface Situation extends Surroundings {
  /** The readings that count. */
  known: readonly KnownReading[]
  periods: readonly KnownPeriod[]
  previous: KnownReading | null
  next: KnownReading | null
  /** The first day of the candidate's own period and the day after its last. */
  start: number | null
  end: number
  days: number
  /** What the register moved; null when there is nothing before it to compare with. */
  raw: ExactNumber | null
  /** Null while it cannot be computed or would be negative. */
  use: MeteredUse | null
}

/** Works out where a candidate stands among the readings around it. */
export function situate(surroundings: Surroundings): Situation {
  const { candidate, meter, register } = surroundings
  const known = surroundings.history.filter(isBelieved)
  const end = dayNumber(candidate.reading_date) + 1
  const values = known.filter((reading) => reading.reading_latest !== null)
  const previous = values.findLast((one) => one.reading_date < candidate.reading_date) ?? null
  const opening = values.findLast(
    (one) => one.reading_date === candidate.reading_date && one.reading_latest_type === 'opening',
  )
  const next = values.find((one) => one.reading_date > candidate.reading_date) ?? null
  const situation: Situation = {
    ...surroundings,
    known,
    periods: periodsOf(known),
    previous: opening ?? previous,
    next,
    start: null,
    end,
    days: 0,
    raw: null,
    use: null,
  }
  if (isWithoutUse(candidate)) return situation
  const start = startOf(situation)
  const measured = { ...situation, start, days: start === null ? 0 : Math.max(0, end - start) }
  if (candidate.reading_latest === null) return withQuantity(measured, meter)
  return withValue(measured, meter, register, candidate.reading_latest)
}

/** The number of the first day that a reading does not count for. */
export function placeOf(reading: ReadingFacts, others: readonly ReadingFacts[]): number {
  const day = dayNumber(reading.reading_date)
  if (reading.reading_latest_type !== 'opening') return day + 1
  const follows = others.some((one) => one.reading_date === reading.reading_date && isFinal(one))
  return follows ? day + 1 : day
}

/** The value of a reading whose period overlaps another is still what the register showed. */
function isBelieved({ reading_latest_type, problem }: KnownReading): boolean {
  const isSound = (problem ?? null) === null || problem === 'overlap'
  return isSound && reading_latest_type !== 'misread'
}

function isWithoutUse(reading: ReadingFacts): boolean {
  return reading.reading_latest_type === 'opening' || reading.reading_latest_type === 'misread'
}

function startOf({ candidate, previous, known, periods, end }: Situation): number | null {
  if (candidate.reading_latest !== null) return previous && placeOf(previous, known)
  if (candidate.period_start !== null) return dayNumber(candidate.period_start)
  return periods.findLast((period) => period.end < end)?.end ?? null
}

function withQuantity(situation: Situation, meter: MeterFacts): Situation {
  const quantity = situation.candidate.reading_quantity
  if (quantity === null) return situation
  const raw = new Exact(quantity)
  return { ...situation, raw, use: raw.isNegative() ? null : meteredUse(meter, quantity) }
}

function withValue(
  situation: Situation,
  meter: MeterFacts,
  register: RegisterFacts,
  latest: string,
): Situation {
  const previous = situation.previous?.reading_latest ?? null
  if (previous === null) return situation
  const marked = { reading_latest: latest, is_rollover: situation.candidate.is_rollover }
  const turned = rawUse(register, previous, marked)
  const raw = new Exact(latest).minus(previous)
  if (typeof turned === 'string') return { ...situation, raw }
  return { ...situation, raw: turned, use: meteredUse(meter, quantityOfRaw(meter, turned)) }
}

/** A stored reading need not say where its period starts: it does where the one before ended. */
function periodsOf(known: readonly KnownReading[]): KnownPeriod[] {
  const periods: KnownPeriod[] = []
  let before: number | null = null
  for (const reading of known) {
    if ((reading.problem ?? null) !== null) continue
    const end = placeOf(reading, known)
    const { period_start, reading_quantity } = reading
    const start = period_start === null ? before : dayNumber(period_start)
    if (reading_quantity !== null && start !== null && start < end && !isWithoutUse(reading))
      periods.push({ reading, start, end, quantity: reading_quantity })
    before = end
  }
  return periods
}
