// Rules that hold the use against what the meter used before and what its connection can carry.

import { dayNumber, dayText, yearBefore } from '#domain/kit/day-number.ts'
import { Exact } from '#domain/kit/decimal.ts'
import { type ExactNumber, plainQuantity } from './quantity.ts'
import type { KnownPeriod, Situation } from './reading-situation.ts'
import type { Verdict } from './rules-of-register.ts'

interface HistoryParameters {
  factor: string
  minimum_quantity: string
  history_days: number
}

interface Expected {
  quantity: ExactNumber
  perDay: ExactNumber
  basis: string
}

export function tooHigh(situation: Situation, parameters: HistoryParameters): Verdict | null {
  const expected = expectedUse(situation, parameters.history_days)
  if (expected === null || situation.use === null) return null
  const quantity = new Exact(situation.use.reading_quantity)
  if (quantity.lte(expected.quantity.times(parameters.factor))) return null
  if (quantity.minus(expected.quantity).lt(parameters.minimum_quantity)) return null
  return { message: comparison(situation, quantity, expected, 'more') }
}

export function tooLow(situation: Situation, parameters: HistoryParameters): Verdict | null {
  const expected = expectedUse(situation, parameters.history_days)
  if (expected === null || situation.use === null) return null
  const quantity = new Exact(situation.use.reading_quantity)
  if (quantity.gte(expected.quantity.times(parameters.factor))) return null
  if (expected.quantity.minus(quantity).lt(parameters.minimum_quantity)) return null
  return { message: comparison(situation, quantity, expected, 'less') }
}

export function aboveCapacity(
  situation: Situation,
  parameters: { hours_per_day: string; volts: string; phases: number; tolerance_percent: string },
): Verdict | null {
  const { meter, use, days } = situation
  if (use === null || days === 0 || (meter.icp_type ?? 'electricity') !== 'electricity') return null
  if (meter.meter_capacity_amount === null) return null
  const capacity = new Exact(meter.meter_capacity_amount)
  if (!capacity.gt(0)) return null
  const isAmperes = /^a/i.test(meter.meter_capacity_unit ?? '')
  const kva = isAmperes
    ? capacity.times(parameters.volts).times(parameters.phases).div(1000)
    : capacity
  const most = kva.times(parameters.hours_per_day).times(days)
  const limit = most.times(new Exact(parameters.tolerance_percent).plus(100)).div(100)
  if (new Exact(use.reading_quantity).lte(limit)) return null
  const used = plainQuantity(use.reading_quantity)
  const unit = isAmperes ? 'A' : 'kVA'
  const message =
    `${used} kWh in ${inDays(days)} is more than ${plainQuantity(capacity)} ${unit} can carry, ` +
    `which is ${plainQuantity(most, 0)} kWh.`
  return { message }
}

/** Like the same days a year ago where at least half of them are known, else like the average. */
function expectedUse(situation: Situation, historyDays: number): Expected | null {
  const { start, end, days, periods } = situation
  if (start === null || days === 0 || situation.use === null) return null
  const lastYear = averageWithin(
    periods,
    dayNumber(yearBefore(dayText(start))),
    dayNumber(yearBefore(dayText(end - 1))) + 1,
  )
  if (lastYear !== null && lastYear.days * 2 >= days)
    return expected(lastYear.perDay, days, 'in the same season last year')
  const before = averageWithin(periods, Number.NEGATIVE_INFINITY, start)
  if (before === null || before.days < historyDays) return null
  return expected(before.perDay, days, 'before')
}

function expected(perDay: ExactNumber, days: number, basis: string): Expected {
  return { perDay, quantity: perDay.times(days), basis }
}

function averageWithin(periods: readonly KnownPeriod[], from: number, to: number) {
  let sum = new Exact(0)
  let days = 0
  for (const period of periods) {
    const overlap = Math.min(period.end, to) - Math.max(period.start, from)
    if (overlap <= 0) continue
    const length = period.end - period.start
    const quantity = new Exact(period.quantity)
    sum = sum.plus(overlap === length ? quantity : quantity.times(overlap).div(length))
    days += overlap
  }
  return days === 0 ? null : { perDay: sum.div(days), days }
}

function comparison(
  { meter, days }: Situation,
  quantity: ExactNumber,
  { perDay, basis }: Expected,
  direction: 'more' | 'less',
): string {
  const unit = unitOf(meter.icp_type)
  const daily = plainQuantity(quantity.div(days), 1)
  return (
    `${plainQuantity(quantity)}${unit} in ${inDays(days)} is ${daily} a day, much ${direction} ` +
    `than the ${plainQuantity(perDay, 1)} a day ${basis}.`
  )
}

function unitOf(icpType: string | null): string {
  if (icpType === 'gas' || icpType === 'water') return ' m³'
  return icpType === null || icpType === 'electricity' ? ' kWh' : ''
}

function inDays(days: number): string {
  return days === 1 ? '1 day' : `${days} days`
}
