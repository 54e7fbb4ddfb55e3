import { Exact } from '#domain/kit/decimal.ts'
import { type Cents, cents, sumCents, toDecimalString, wholeCents } from '#domain/kit/money.ts'
import { round2 } from '#domain/kit/rounding.ts'
import { fold } from '#domain/kit/wording.ts'
import type { GivenLine } from '#domain/pricing/given-line.ts'
import type { PricedLine } from '#domain/pricing/price-lines.ts'

/** A line of a supplier's bill, with the amount it printed where we know it. */
export interface PrintedLine extends GivenLine {
  amount?: string | undefined
}

export interface CountedUse {
  quantity: string
  /** An average where the rate changed. */
  rate: string
  /** Without GST and before any discount. */
  amount: string
}

export interface RecalculatedLine {
  name: string
  unit: string
  from: string | null
  to: string | null
  /** Null where we expect a charge that is not on the bill. */
  supplier: CountedUse | null
  /** Null where our buy rates know no such charge. */
  ours: CountedUse | null
  /** The supplier's figures less ours. */
  quantity_difference: string
  rate_difference: string | null
  amount_difference: string
  isWithin: boolean
  /** Days of our count without a reading. */
  missing_days: number
  isEstimated: boolean
}

export interface BillRecalculation {
  lines: RecalculatedLine[]
  supplier_total: string
  our_total: string
  difference: string
  tolerance: string
  isWithin: boolean
}

/** One charge as either side counts it. */
interface Charge {
  name: string
  unit: string
  from: string | null
  to: string | null
  quantity: string
  rate: string
  amount: Cents
  missing_days: number
  isEstimated: boolean
}

interface Pair {
  theirs: Charge[]
  ours: Charge[]
}

/** The supplier's bill beside what our buy rates and readings say it should be, line by line. */
export function recalculateBill(
  printed: readonly PrintedLine[],
  expected: readonly PricedLine[],
  tolerance: string,
): BillRecalculation {
  const pairs = byRate(byNameAndPeriod(printed.map(theirCharge), expected.map(ourCharge)))
  const lines = pairs.map((pair) => lineOf(pair, cents(tolerance)))
  const total = (side: 'supplier' | 'ours') =>
    sumCents(lines.map((line) => cents(line[side]?.amount ?? '0.00')))
  const difference = wholeCents(total('supplier') - total('ours'))
  return {
    lines,
    supplier_total: toDecimalString(total('supplier')),
    our_total: toDecimalString(total('ours')),
    difference: toDecimalString(difference),
    tolerance,
    isWithin: Math.abs(difference) <= cents(tolerance),
  }
}

/** What a line of a bill comes to: as printed, else as its quantity and rate say. */
export function printedAmount(line: PrintedLine): Cents {
  return line.amount ? cents(line.amount) : round2(new Exact(line.quantity).times(line.rate))
}

function theirCharge(line: PrintedLine): Charge {
  const { name, unit, quantity, rate, from = null, to = null } = line
  const counted = { quantity, rate, amount: printedAmount(line) }
  return { name, unit, from, to, ...counted, missing_days: 0, isEstimated: false }
}

function ourCharge(line: PricedLine): Charge {
  const { rate_name, rate_unit, rate_amount, quantity, amount, from, to, missing_days } = line
  const counted = { quantity, rate: rate_amount, amount, missing_days }
  const isEstimated = new Exact(line.estimated_share).gt(0)
  return { name: rate_name, unit: rate_unit, from, to, ...counted, isEstimated }
}

/** Suppliers write “Day energy” as “DAY-ENERGY”; words are what counts. */
const keyOf = ({ name }: Charge) =>
  fold(name)
    .replace(/[^a-z0-9]+/g, ' ')
    .trim()

function byNameAndPeriod(theirs: readonly Charge[], ours: readonly Charge[]): Pair[] {
  const [printed, expected] = [Map.groupBy(theirs, keyOf), Map.groupBy(ours, keyOf)]
  const keys = new Set([...printed.keys(), ...expected.keys()])
  return [...keys].flatMap((key) =>
    byPeriod({ theirs: printed.get(key) ?? [], ours: expected.get(key) ?? [] }),
  )
}

/** A rate that changed within the period makes two lines where the supplier printed two. */
function byPeriod({ theirs, ours }: Pair): Pair[] {
  const starts = (side: readonly Charge[]) => [...new Set(side.map((one) => one.from))].sort()
  const own = starts(ours)
  if (own.length < 2 || String(starts(theirs)) !== String(own)) return [{ theirs, ours }]
  return own.map((from) => ({
    theirs: theirs.filter((one) => one.from === from),
    ours: ours.filter((one) => one.from === from),
  }))
}

/** Names may differ; the same unit at the same rate, once on each side, is the same charge. */
function byRate(pairs: readonly Pair[]): Pair[] {
  const taken = new Set<Pair>()
  const isAlike = (a: Charge | undefined, b: Charge | undefined) =>
    a !== undefined && b !== undefined && a.unit === b.unit && new Exact(a.rate).eq(b.rate)
  const alone = (side: 'theirs' | 'ours') =>
    pairs.filter((pair) => pair[side === 'theirs' ? 'ours' : 'theirs'].length === 0)
  const joined = pairs.map((pair) => {
    if (pair.ours.length > 0) return pair
    const found = alone('ours').filter((other) => isAlike(pair.theirs[0], other.ours[0]))
    const rivals = alone('theirs').filter((other) => isAlike(other.theirs[0], pair.theirs[0]))
    const [only] = found
    if (!only || found.length > 1 || rivals.length > 1) return pair
    taken.add(only)
    return { theirs: pair.theirs, ours: only.ours }
  })
  return joined.filter((pair) => !taken.has(pair))
}

function lineOf({ theirs, ours }: Pair, tolerance: Cents): RecalculatedLine {
  const all = [...theirs, ...ours]
  const [first] = all
  if (!first) throw new Error('A pair has a charge on one side at least.')
  const [supplier, own] = [countOf(theirs), countOf(ours)]
  const amount = wholeCents(cents(supplier?.amount ?? '0.00') - cents(own?.amount ?? '0.00'))
  const less = (a: string, b: string) => new Exact(a).minus(b).toFixed()
  const days = (name: 'from' | 'to') => all.flatMap((one) => one[name] ?? []).sort()
  return {
    name: first.name,
    unit: first.unit,
    from: days('from')[0] ?? null,
    to: days('to').at(-1) ?? null,
    supplier,
    ours: own,
    quantity_difference: less(supplier?.quantity ?? '0', own?.quantity ?? '0'),
    rate_difference: supplier && own ? less(supplier.rate, own.rate) : null,
    amount_difference: toDecimalString(amount),
    isWithin: Math.abs(amount) <= tolerance,
    missing_days: Math.max(0, ...ours.map((one) => one.missing_days)),
    isEstimated: ours.some((one) => one.isEstimated),
  }
}

function countOf(charges: readonly Charge[]): CountedUse | null {
  const [first] = charges
  if (!first) return null
  const amount = sumCents(charges.map((one) => one.amount))
  const quantity = Exact.sum(...charges.map((one) => one.quantity))
  const isOneRate = charges.every((one) => new Exact(one.rate).eq(first.rate))
  const rate =
    isOneRate || quantity.isZero()
      ? new Exact(first.rate)
      : new Exact(toDecimalString(amount)).div(quantity).toDecimalPlaces(8)
  return {
    quantity: quantity.toFixed(),
    rate: rate.toFixed(),
    amount: toDecimalString(amount),
  }
}
