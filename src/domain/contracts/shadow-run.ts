import { cents, sumCents, toDecimalString, wholeCents } from '#domain/kit/money.ts'
import { percentOf } from '#domain/kit/rounding.ts'

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
  const byContract = Map.groupBy(all, ({ contract_id }) => contract_id)
  const years = [...byContract.values()].flatMap(yearsOf)
  const before = sumCents(years.map((year) => year.before))
  const after = sumCents(years.map((year) => year.after))
  const difference = wholeCents(after - before)
  const totals = {
    contracts: byContract.size,
    priced: years.length,
    dearer: years.filter((year) => year.after > year.before).length,
    cheaper: years.filter((year) => year.after < year.before).length,
    before: toDecimalString(before),
    after: toDecimalString(after),
    difference: toDecimalString(difference),
    difference_percent: percentOf(difference, before),
  }
  const byChange = [...all].sort((a, b) => changeOf(b) - changeOf(a))
  return { totals, contracts: byChange.slice(0, SHOWN_AT_MOST) }
}

/** From before the first to after the last of the changes that one contract has, by their days. */
function yearsOf(changes: readonly ShadowContract[]) {
  const [first, last] = [changes[0]?.effect, changes.at(-1)?.effect]
  return first && last ? [{ before: cents(first.before), after: cents(last.after) }] : []
}

// What cannot be priced comes last.
const changeOf = ({ effect }: ShadowContract) => (effect ? Math.abs(cents(effect.difference)) : -1)
