import { cents, percentOf, sumCents, toDecimalString, wholeCents } from '#domain/kit/money.ts'

/** One rate over the days that were priced, as it is and as it would be. */
export interface ShadowLine {
  rate_name: string
  rate_unit: string
  quantity: string
  before: string | null
  after: string | null
  difference: string
}

/** What new rates would have meant for one contract, on its own use of the last year. */
export interface ShadowEffect {
  period: { from: string; to: string }
  days: number
  /** What a year costs, paid in time, with GST, discount and fee. */
  before: string
  after: string
  difference: string
  difference_percent: string | null
  /** What is left of the year’s charges after the supplier’s, before GST, discount and fee. */
  margin_before: string | null
  margin_after: string | null
  lines: ShadowLine[]
  /** What the figures rest on, in sentences. */
  assumptions: string[]
}

export interface ShadowContract {
  contract_id: number
  contract_number: string
  customer_id: number | null
  customer_name: string
  valid_from_date: string
  /** Null where there are no readings to price. */
  effect: ShadowEffect | null
}

export interface ShadowTotals {
  contracts: number
  /** How many of them have readings to price; the sums are theirs. */
  priced: number
  dearer: number
  cheaper: number
  before: string
  after: string
  difference: string
  difference_percent: string | null
}

export interface ShadowRun {
  totals: ShadowTotals
  /** Those that change most. */
  contracts: ShadowContract[]
}

const SHOWN_AT_MOST = 20

/** Who pays how much more or less a year: all of them in sums, those that change most by name. */
export function summariseShadow(all: readonly ShadowContract[]): ShadowRun {
  const effects = all.flatMap(({ effect }) => effect ?? [])
  const sumOf = (name: 'before' | 'after') => sumCents(effects.map((effect) => cents(effect[name])))
  const [before, after] = [sumOf('before'), sumOf('after')]
  const difference = wholeCents(after - before)
  const totals = {
    contracts: all.length,
    priced: effects.length,
    dearer: effects.filter((effect) => cents(effect.difference) > 0).length,
    cheaper: effects.filter((effect) => cents(effect.difference) < 0).length,
    before: toDecimalString(before),
    after: toDecimalString(after),
    difference: toDecimalString(difference),
    difference_percent: percentOf(difference, before),
  }
  const byChange = [...all].sort((a, b) => changeOf(b) - changeOf(a))
  return { totals, contracts: byChange.slice(0, SHOWN_AT_MOST) }
}

// What cannot be priced comes last.
const changeOf = ({ effect }: ShadowContract) => (effect ? Math.abs(cents(effect.difference)) : -1)
