import {
  addDays,
  dayNumber,
  daysIn,
  monthEnd,
  monthStart,
  nextMonthStart,
} from '#domain/kit/day-number.ts'
import { Exact } from '#domain/kit/decimal.ts'
import { type ExactNumber, isQuantityText, NO_QUANTITY, quantityText, round6 } from './quantity.ts'

export interface ChargedUse {
  /** The period charged, both ends included. */
  from: string
  to: string
  /** From `usageBetween`. */
  use: { quantity: string; energy: string; losses: string }
  meter_capacity_amount: string | null
  meter_capacity_charged: boolean
  /** Whether this rate is charged on the losses as well. */
  with_losses: boolean
}

const GJ_PER_KWH = '0.0036'

const QUANTITY_BY_UNIT: Record<string, (charged: ChargedUse) => ExactNumber> = {
  kWh: energy,
  GJ: (charged) => energy(charged).times(GJ_PER_KWH),
  m3: ({ use }) => new Exact(use.quantity),
  day: ({ from, to }) => new Exact(daysIn(from, to)),
  month: ({ from, to }) => monthsBetween(from, to),
  kVA: capacityDays,
  each: () => new Exact(1),
}

/** The quantity a rate of the unit is multiplied by; null for a unit we cannot measure. */
export function quantityFor(rateUnit: string, charged: ChargedUse): string | null {
  if (!Object.hasOwn(QUANTITY_BY_UNIT, rateUnit)) return null
  // Most rates are of these two, and need no arithmetic at all.
  if (rateUnit === 'day') return `${daysIn(charged.from, charged.to)}.000000`
  const { energy: used } = charged.use
  if (rateUnit === 'kWh' && !charged.with_losses && isQuantityText(used)) return used
  const quantity = QUANTITY_BY_UNIT[rateUnit]?.(charged)
  return quantity === undefined ? null : quantityText(round6(quantity))
}

function energy({ use, with_losses }: ChargedUse): ExactNumber {
  return new Exact(use.energy).plus(with_losses ? use.losses : NO_QUANTITY)
}

function capacityDays(charged: ChargedUse): ExactNumber {
  if (!charged.meter_capacity_charged) return new Exact(0)
  return new Exact(charged.meter_capacity_amount ?? 0).times(daysIn(charged.from, charged.to))
}

/** Whole and broken months; the parts of a month that is cut add up to one exactly. */
function monthsBetween(from: string, to: string): ExactNumber {
  let months = new Exact(0)
  for (let day = from; day <= to; day = nextMonthStart(day)) {
    const end = monthEnd(day)
    const last = end < to ? end : to
    months = months.plus(monthUpTo(last)).minus(monthUpTo(addDays(day, -1), day))
  }
  return months
}

/** How much of the month of `within` has passed by the end of a day. */
function monthUpTo(day: string, within = day): ExactNumber {
  const days = dayNumber(day) - dayNumber(monthStart(within)) + 1
  return round6(new Exact(days).div(daysIn(monthStart(within), monthEnd(within))))
}
