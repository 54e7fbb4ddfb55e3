import { dayNumber } from '#domain/kit/day-number.ts'
import { type Cents, wholeCents } from '#domain/kit/money.ts'

/** An invoice that may bear a bill's cost, with the days it bills. */
export interface BearingInvoice {
  id: number
  period_start: string | null
  period_end: string | null
  /** A bill was captured with it: it bears no share of another. */
  has_own_bill: boolean
}

/** What a bill cost, for which days, and the invoice it was captured with. */
export interface CostingBill {
  invoice_id: number | null
  period_start: string | null
  period_end: string | null
  cost: Cents
}

/**
 * Whose cost a bill is. It belongs to the invoice it was captured with; others of the same contract
 * that it also covers, and that have no bill of their own, bear it with that one, by days.
 */
export function costShares(
  bill: CostingBill,
  invoices: readonly BearingInvoice[],
): Map<number, Cents> {
  const bearing = invoices.filter((one) => one.id === bill.invoice_id || !one.has_own_bill)
  const weighed = bearing
    .map((one) => ({ id: one.id, days: sharedDays(bill, one) }))
    .filter(({ days }) => days > 0)
  if (weighed.length > 0) return byDays(bill.cost, weighed)
  const own = bearing.find((one) => one.id === bill.invoice_id)
  return new Map(own ? [[own.id, bill.cost]] : [])
}

interface Weight {
  id: number
  days: number
}

/** The largest-remainder rule: the parts add up exactly, and are the same whatever their order. */
function byDays(amount: Cents, weights: readonly Weight[]): Map<number, Cents> {
  const days = weights.reduce((sum, one) => sum + one.days, 0)
  const [sign, size] = [amount < 0 ? -1 : 1, Math.abs(amount)]
  const parts = weights.map((one) => ({
    id: one.id,
    whole: Math.floor((size * one.days) / days),
    rest: (size * one.days) % days,
  }))
  const left = size - parts.reduce((sum, one) => sum + one.whole, 0)
  const first = [...parts].sort((a, b) => b.rest - a.rest || a.id - b.id).slice(0, left)
  const rounded = new Set(first.map(({ id }) => id))
  return new Map(
    parts.map(({ id, whole }) => [id, wholeCents(sign * (whole + (rounded.has(id) ? 1 : 0)))]),
  )
}

type Days = Pick<CostingBill, 'period_start' | 'period_end'>

function sharedDays(a: Days, b: Days): number {
  if (!a.period_start || !a.period_end || !b.period_start || !b.period_end) return 0
  const from = Math.max(dayNumber(a.period_start), dayNumber(b.period_start))
  const to = Math.min(dayNumber(a.period_end), dayNumber(b.period_end))
  return Math.max(0, to - from + 1)
}
