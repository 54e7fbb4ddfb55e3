import { daysIn } from '#domain/kit/day-number.ts'
import { Exact } from '#domain/kit/decimal.ts'
import type { BilledLine } from '#domain/pricing/billed-line.ts'

export type ExactNumber = InstanceType<typeof Exact>

interface BilledPeriod {
  lines: readonly BilledLine[]
  period_days: number | null
}

/** The same charge on two invoices, and what its change comes from; amounts without GST, exact. */
export interface ComparedLine {
  name: string
  unit: string
  quantityBefore: ExactNumber
  quantityNow: ExactNumber
  daysBefore: number
  daysNow: number
  /** As they were charged, one after the other; none when the charge was not there. */
  ratesBefore: readonly ChargedRate[]
  ratesNow: readonly ChargedRate[]
  now: ExactNumber
  /** Days without readings on either side, and whether readings were estimated on one. */
  missing_days: number
  isEstimated: boolean
  /** Whether it is still so on the newer one. */
  isGuessedNow: boolean
  use: ExactNumber
  price: ExactNumber
  days: ExactNumber
}

export interface ChargedRate {
  rate: string
  from: string | null
}

interface Side {
  line: BilledLine
  lines: readonly BilledLine[]
  quantity: ExactNumber
  amount: ExactNumber
  /** The average, where a rate changed within the period. */
  rate: ExactNumber
  days: number
}

const metered = new Set(['kWh', 'GJ', 'm3'])
const timed = new Set(['day', 'month', 'kVA'])
const zero = new Exact(0)

/** Lines of two invoices side by side, by connection, name and unit. */
export function comparedLines(previous: BilledPeriod, current: BilledPeriod): ComparedLine[] {
  const unplaced = withoutConnection([...previous.lines, ...current.lines])
  const keyOf = (line: BilledLine) => {
    const key = JSON.stringify([line.name, line.unit])
    return unplaced.has(key) ? key : `${line.connection} ${key}`
  }
  const before = sidesOf(previous, keyOf)
  const now = sidesOf(current, keyOf)
  const keys = [...new Set([...before.keys(), ...now.keys()])]
  return keys.flatMap((key) => {
    const pair = compare(before.get(key), now.get(key))
    return pair ? [pair] : []
  })
}

/** A line written by hand names no connection: its charge is compared over all of them. */
function withoutConnection(lines: readonly BilledLine[]): Set<string> {
  return new Set(
    lines.flatMap(({ connection, name, unit }) =>
      connection === null ? JSON.stringify([name, unit]) : [],
    ),
  )
}

/** Where a reading is missing or was estimated, nobody knows yet whether more was used. */
export const isGuessed = ({
  missing_days,
  isEstimated,
}: Pick<ComparedLine, 'missing_days' | 'isEstimated'>) => missing_days > 0 || isEstimated

function sidesOf(
  { lines, period_days }: BilledPeriod,
  keyOf: (line: BilledLine) => string,
): Map<string, Side> {
  const groups = Map.groupBy(lines, keyOf)
  return new Map([...groups].map(([key, own]) => [key, sideOf(own, period_days)]))
}

function sideOf(own: readonly BilledLine[], period_days: number | null): Side {
  const [line] = own
  if (!line) throw new Error('A group of lines has a first one.')
  const sum = (of: (line: BilledLine) => ExactNumber) =>
    own.reduce((total, one) => total.plus(of(one)), zero)
  const quantity = sum((one) => new Exact(one.quantity))
  const amount = sum((one) => new Exact(one.quantity).times(one.rate))
  return {
    line,
    lines: own,
    quantity,
    amount,
    rate: quantity.isZero() ? new Exact(own.at(-1)?.rate ?? '0') : amount.div(quantity),
    days: daysOf(own) || period_days || 0,
  }
}

/** Each day once, however many connections or registers it is charged for. */
function daysOf(own: readonly BilledLine[]): number {
  const spans = new Map(
    own.flatMap(({ from, to }) => (from && to ? [[`${from} ${to}`, { from, to }]] : [])),
  )
  return [...spans.values()].reduce((total, { from, to }) => total + daysIn(from, to), 0)
}

function chargedRates(side: Side | undefined): ChargedRate[] {
  const ordered = [...(side?.lines ?? [])].sort((a, b) =>
    (a.from ?? '') < (b.from ?? '') ? -1 : 1,
  )
  return ordered
    .map(({ rate, from }) => ({ rate: new Exact(rate).toFixed(), from }))
    .filter(({ rate }, place, all) => all.findIndex((one) => one.rate === rate) === place)
}

function compare(before: Side | undefined, now: Side | undefined): ComparedLine | null {
  const line = now?.line ?? before?.line
  if (!line) return null
  const told = {
    name: line.name,
    unit: line.unit,
    quantityBefore: before?.quantity ?? zero,
    quantityNow: now?.quantity ?? zero,
    daysBefore: before?.days ?? 0,
    daysNow: now?.days ?? 0,
    ratesBefore: chargedRates(before),
    ratesNow: chargedRates(now),
    now: now?.amount ?? zero,
    ...readingsOf([...(before?.lines ?? []), ...(now?.lines ?? [])]),
    isGuessedNow: isGuessed(readingsOf(now?.lines ?? [])),
  }
  const change = (now?.amount ?? zero).minus(before?.amount ?? zero)
  // A charge that came or went is a matter of the tariff.
  if (!before || !now) return { ...told, use: zero, price: change, days: zero }
  const price = now.rate.minus(before.rate).times(now.quantity)
  const ofQuantity = change.minus(price)
  const days = daysPart(before, now, ofQuantity)
  return { ...told, price, days, use: ofQuantity.minus(days) }
}

function readingsOf(lines: readonly BilledLine[]) {
  return {
    missing_days: Math.max(0, ...lines.map((line) => line.missing_days)),
    isEstimated: lines.some((line) => new Exact(line.estimated_share).gt(0)),
  }
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
