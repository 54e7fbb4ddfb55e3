import { daysIn } from '#domain/kit/day-number.ts'
import { Exact } from '#domain/kit/decimal.ts'
import type { BilledLine } from '#domain/pricing/billed-line.ts'

export type ExactNumber = InstanceType<typeof Exact>

interface Counted {
  lines: readonly BilledLine[]
  period_days: number | null
}

/** The same charge on two invoices, and what its change comes from; amounts without GST, exact. */
export interface ComparedLine {
  name: string
  unit: string
  quantityBefore: ExactNumber
  quantityNow: ExactNumber
  /** Averages, where a rate changed within a period; null when the charge was not there. */
  rateBefore: ExactNumber | null
  rateNow: ExactNumber | null
  now: ExactNumber
  use: ExactNumber
  price: ExactNumber
  days: ExactNumber
}

interface Side {
  line: BilledLine
  quantity: ExactNumber
  amount: ExactNumber
  rate: ExactNumber
  days: number
}

const metered = new Set(['kWh', 'GJ', 'm3'])
const timed = new Set(['day', 'month', 'kVA'])
const zero = new Exact(0)

/** Lines of two invoices side by side, by connection, name and unit. */
export function comparedLines(previous: Counted, current: Counted): ComparedLine[] {
  const before = sidesOf(previous)
  const now = sidesOf(current)
  const keys = [...new Set([...before.keys(), ...now.keys()])]
  return keys.flatMap((key) => {
    const pair = compare(before.get(key), now.get(key))
    return pair ? [pair] : []
  })
}

function sidesOf({ lines, period_days }: Counted): Map<string, Side> {
  const groups = Map.groupBy(lines, (line) =>
    JSON.stringify([line.connection, line.name, line.unit]),
  )
  return new Map([...groups].map(([key, own]) => [key, sideOf(own, period_days)]))
}

function sideOf(own: readonly BilledLine[], period_days: number | null): Side {
  const [line] = own
  if (!line) throw new Error('A group of lines has a first one.')
  const sum = (of: (line: BilledLine) => ExactNumber) =>
    own.reduce((total, one) => total.plus(of(one)), zero)
  const quantity = sum((one) => new Exact(one.quantity))
  const amount = sum((one) => new Exact(one.quantity).times(one.rate))
  const days = own.reduce((total, { from, to }) => total + (from && to ? daysIn(from, to) : 0), 0)
  return {
    line,
    quantity,
    amount,
    rate: quantity.isZero() ? new Exact(own.at(-1)?.rate ?? '0') : amount.div(quantity),
    days: days || period_days || 0,
  }
}

function compare(before: Side | undefined, now: Side | undefined): ComparedLine | null {
  const line = now?.line ?? before?.line
  if (!line) return null
  const told = {
    name: line.name,
    unit: line.unit,
    quantityBefore: before?.quantity ?? zero,
    quantityNow: now?.quantity ?? zero,
    rateBefore: before?.rate ?? null,
    rateNow: now?.rate ?? null,
    now: now?.amount ?? zero,
  }
  const change = (now?.amount ?? zero).minus(before?.amount ?? zero)
  // A charge that came or went is a matter of the tariff.
  if (!before || !now) return { ...told, use: zero, price: change, days: zero }
  const price = now.rate.minus(before.rate).times(now.quantity)
  const ofQuantity = change.minus(price)
  const days = daysPart(before, now, ofQuantity)
  return { ...told, price, days, use: ofQuantity.minus(days) }
}

/** How much of a change in quantity is owed to the period being longer or shorter. */
function daysPart(before: Side, now: Side, ofQuantity: ExactNumber): ExactNumber {
  if (before.days === now.days || before.days === 0 || now.days === 0) return zero
  const { unit } = now.line
  // Months are not all of one length, so that a daily average would find use where there is none.
  if (unit === 'month') return ofQuantity
  if (!metered.has(unit) && !timed.has(unit)) return zero
  const usual = before.quantity.div(before.days)
  return usual.times(now.days - before.days).times(before.rate)
}
