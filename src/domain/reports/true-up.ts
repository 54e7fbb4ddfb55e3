// What is to come when a register that was estimated for long is read at last. Estimates are held
// against what the register itself used: a forecast from its own past, or none.

import { addDays, daysIn, monthEnd, nextMonthStart, yearBefore } from '#domain/kit/day-number.ts'
import { Exact } from '#domain/kit/decimal.ts'
import { type ExactNumber, quantityText } from '#domain/meters/quantity.ts'

/** What one register counted between two readings, both days included, oldest first. */
export interface CountedStretch {
  period_start: string
  period_end: string
  quantity: string
  is_estimate: boolean
}

export interface TrueUp {
  /** The days since it was read. */
  from: string
  to: string
  days: number
  /** What the estimates say. */
  billed: string
  forecast: TrueUpForecast | null
  /** Why there is none. */
  reason: string | null
}

export interface TrueUpForecast {
  expected: string
  /** Expected less billed: what is to come, below zero where too much was billed. */
  difference: string
  /** How far estimates of this register were off before; null where it had none. */
  band: string | null
}

/** Nobody asks about registers that were estimated for this long or less. */
export const ESTIMATED_DAYS = 60
const ACTUAL_DAYS = 365
const TREND_DAYS = 90

/** The forecast of a register; null where it was read, or not estimated for long. */
export function trueUpOf(stretches: readonly CountedStretch[]): TrueUp | null {
  const lastRead = stretches.findLastIndex((one) => !one.is_estimate)
  const open = stretches.slice(lastRead + 1)
  const [first, last] = [open[0], open.at(-1)]
  if (!first || !last) return null
  const [from, to] = [first.period_start, last.period_end]
  const days = daysIn(from, to)
  if (days <= ESTIMATED_DAYS) return null
  const billed = Exact.sum(0, ...open.map(({ quantity }) => quantity))
  const measured = measuredIn(stretches.slice(0, lastRead + 1))
  const told = { from, to, days, billed: quantityText(billed) }
  const expected = expectedIn(measured, from, to)
  if (typeof expected === 'string') return { ...told, forecast: null, reason: expected }
  const error = medianError(measured)
  const forecast = {
    expected: quantityText(expected),
    difference: quantityText(expected.toDecimalPlaces(6).minus(billed)),
    band: error && quantityText(expected.times(error)),
  }
  return { ...told, forecast, reason: null }
}

/** Between two readings at the meter the quantity is certain, whatever was guessed in between. */
interface Measured {
  from: string
  to: string
  days: number
  quantity: ExactNumber
  guessed: ExactNumber
  guessedDays: number
}

function measuredIn(stretches: readonly CountedStretch[]): Measured[] {
  const found: Measured[] = []
  let own: CountedStretch[] = []
  for (const one of stretches) {
    const before = own.at(-1)
    // Of what came before a gap the end was never read.
    if (before && addDays(before.period_end, 1) !== one.period_start) own = []
    own.push(one)
    if (one.is_estimate) continue
    found.push(measuredFrom(own))
    own = []
  }
  return found
}

function measuredFrom(own: readonly CountedStretch[]): Measured {
  const from = own[0]?.period_start ?? ''
  const to = own.at(-1)?.period_end ?? ''
  const guesses = own.filter(({ is_estimate }) => is_estimate)
  const sum = (parts: readonly CountedStretch[]) =>
    Exact.sum(0, ...parts.map(({ quantity }) => quantity))
  return {
    from,
    to,
    days: daysIn(from, to),
    quantity: sum(own),
    guessed: sum(guesses),
    guessedDays: guesses.reduce((days, one) => days + daysIn(one.period_start, one.period_end), 0),
  }
}

interface MeasuredUse {
  quantity: ExactNumber
  days: number
}

/** What was measured between two days, and how many of them that covers. */
function measuredBetween(measured: readonly Measured[], from: string, to: string): MeasuredUse {
  let [quantity, days] = [new Exact(0), 0]
  for (const one of measured) {
    const shared = daysIn(one.from > from ? one.from : from, one.to < to ? one.to : to)
    quantity = quantity.plus(one.quantity.times(shared).div(one.days))
    days += shared
  }
  return { quantity, days }
}

/** Own daily use of the same month a year ago, as use moved since; or why nobody can say. */
function expectedIn(measured: readonly Measured[], from: string, to: string): ExactNumber | string {
  const known = measured.reduce((days, one) => days + one.days, 0)
  const last = measured.at(-1)
  if (!last || known < ACTUAL_DAYS) return 'No forecast: less than 12 months were read.'
  const trend = trendTo(measured, last.to)
  let expected = new Exact(0)
  for (let day = from; day <= to; day = nextMonthStart(day)) {
    const end = monthEnd(day) < to ? monthEnd(day) : to
    const month = `${yearBefore(day).slice(0, 7)}-01`
    const { quantity, days } = measuredBetween(measured, month, monthEnd(month))
    if (days === 0) return 'No forecast: the same month a year ago was not read either.'
    expected = expected.plus(quantity.div(days).times(daysIn(day, end)))
  }
  return expected.times(trend)
}

/** Use a day in the last 90 measured days by that of the same days a year before. */
function trendTo(measured: readonly Measured[], lastDay: string): ExactNumber {
  const firstDay = addDays(lastDay, 1 - TREND_DAYS)
  const now = measuredBetween(measured, firstDay, lastDay)
  const then = measuredBetween(measured, yearBefore(firstDay), yearBefore(lastDay))
  // Where nothing is known of those days, or nothing was used, use is taken to go on as it was.
  if (now.days === 0 || then.days === 0 || then.quantity.isZero()) return new Exact(1)
  return now.quantity.div(now.days).div(then.quantity.div(then.days))
}

/** The median of how far estimates were off, as a share of what was used; null without any. */
function medianError(measured: readonly Measured[]): ExactNumber | null {
  const errors = measured.flatMap(({ quantity, days, guessed, guessedDays }) => {
    const used = quantity.times(guessedDays).div(days)
    return guessedDays === 0 || used.isZero() ? [] : [guessed.minus(used).abs().div(used.abs())]
  })
  errors.sort((a, b) => a.comparedTo(b))
  const [low, high] = [errors[Math.ceil(errors.length / 2) - 1], errors[errors.length >> 1]]
  return low && high ? low.plus(high).div(2) : null
}
