import { Exact } from '#domain/kit/decimal.ts'
import {
  type Cents,
  cents,
  formatMoney,
  sumCents,
  toDecimalString,
  wholeCents,
} from '#domain/kit/money.ts'
import { round2 } from '#domain/kit/rounding.ts'
import type { BilledLine } from '#domain/pricing/billed-line.ts'
import { changeWords } from './bill-change-words.ts'
import { type ComparedLine, comparedLines, type ExactNumber, isGuessed } from './compared-lines.ts'

/** The parts of an invoice that its difference from another one rests on. */
export interface ComparedInvoice {
  invoice_number: string | null
  billing: string
  split_collection: string
  period_days: number | null
  gst_percent: string | null
  discount_percent: string | null
  charges_total: string | null
  discounted_charges: string | null
  othercharges_total: string | null
  discounted_service_fee: string | null
  late_payment_fee_total: string | null
  owncharges_total: string | null
  opening_balance: string | null
  lines: readonly BilledLine[] | null
}

export type ChangeKey = 'use' | 'readings' | 'price' | 'days' | 'discount' | 'fees'

export interface ChangePart {
  key: ChangeKey
  label: string
  /** What it adds, negative where it takes off; GST is in it. */
  amount: string
  words: string
}

export interface BillChange {
  previous_number: string | null
  /** This period of each, paid in time; what was carried over from before is in neither. */
  previous_amount: string
  current_amount: string
  difference: string
  /** The other one is the one whose place it takes. */
  isReplacement: boolean
  words: string
  /** They add up to the difference, to the cent. */
  parts: ChangePart[]
}

const labels: Record<ChangeKey, string> = {
  use: 'Use',
  readings: 'Readings',
  price: 'Prices',
  days: 'Days',
  discount: 'Discount',
  fees: 'Fees and other charges',
}

/**
 * Why a bill is not what the one before was: use, price, days, discount and fees. One that takes the
 * place of another is about the same days: what differs was put right.
 */
export function billChange(
  previous: ComparedInvoice,
  current: ComparedInvoice,
  isReplacement = false,
): BillChange {
  const before = sumsOf(previous)
  const now = sumsOf(current)
  const difference = minus(now.total, before.total)
  const lines = comparedLines(counted(previous), counted(current))
  const amounts: Record<ChangeKey, Cents> = {
    ...chargesByCause(lines, [previous, current], minus(now.charges, before.charges)),
    discount: minus(now.discount, before.discount),
    fees: minus(now.fees, before.fees),
  }
  const hasGuesses = lines.some(isGuessed)
  // The order in which people ask.
  const asked: ChangeKey[] = ['use', 'readings', 'price', 'days', 'discount', 'fees']
  const keys = asked.filter((key) => key !== 'readings' || hasGuesses)
  return {
    previous_number: previous.invoice_number,
    previous_amount: toDecimalString(before.total),
    current_amount: toDecimalString(now.total),
    difference: toDecimalString(difference),
    isReplacement,
    words: summaryWords(previous.invoice_number, difference, isReplacement),
    parts: keys.map((key) => ({
      key,
      label: labels[key],
      amount: toDecimalString(amounts[key]),
      words: changeWords(key, amounts[key], { previous, current, lines, isReplacement }),
    })),
  }
}

/** In direct split billing the supplier's charges are on its own bill and in no sum of ours. */
const isDirect = (invoice: ComparedInvoice) =>
  invoice.billing === 'split' && invoice.split_collection === 'direct'

/** Lines the discount is for; the others are fees. */
function counted(invoice: ComparedInvoice) {
  const lines = isDirect(invoice) ? [] : (invoice.lines ?? [])
  return {
    lines: lines.filter((line) => line.discountable),
    period_days: invoice.period_days,
  }
}

function sumsOf(invoice: ComparedInvoice) {
  const at = (amount: string | null) => cents(amount ?? '0.00')
  const none = wholeCents(0)
  const ours = !isDirect(invoice)
  const charges = ours ? at(invoice.charges_total) : none
  const discount = ours ? minus(at(invoice.discounted_charges), charges) : none
  const fees = sumCents([
    ours ? at(invoice.othercharges_total) : none,
    at(invoice.discounted_service_fee),
    at(invoice.late_payment_fee_total),
    at(invoice.owncharges_total),
  ])
  return { charges, discount, fees, total: sumCents([charges, discount, fees]) }
}

/**
 * Splits what the charges changed by: more or less a day at the old price is use (where readings are
 * missing or estimated it is put down to them), other days at the old price and use are days, and new prices and GST on what is used now are price. Cents lost in
 * rounding go where most of the change is.
 */
function chargesByCause(
  lines: readonly ComparedLine[],
  [previous, current]: readonly [ComparedInvoice, ComparedInvoice],
  difference: Cents,
): Record<'use' | 'readings' | 'price' | 'days', Cents> {
  const gst = (invoice: ComparedInvoice) => new Exact(invoice.gst_percent ?? '0').div(100)
  const withGst = (amount: ExactNumber) => amount.times(gst(previous).plus(1))
  const total = (of: (line: ComparedLine) => ExactNumber) =>
    lines.reduce((sum, line) => sum.plus(of(line)), new Exact(0))
  const newGst = total((line) => line.now).times(gst(current).minus(gst(previous)))
  const rounded = {
    use: round2(withGst(total((line) => (isGuessed(line) ? zero : line.use)))),
    readings: round2(withGst(total((line) => (isGuessed(line) ? line.use : zero)))),
    price: round2(withGst(total((line) => line.price)).plus(newGst)),
    days: round2(withGst(total((line) => line.days))),
  }
  const rest = minus(difference, sumCents(Object.values(rounded)))
  const names = ['price', 'use', 'readings', 'days'] as const
  const largest = names.reduce((best, name) =>
    Math.abs(rounded[name]) > Math.abs(rounded[best]) ? name : best,
  )
  return { ...rounded, [largest]: wholeCents(rounded[largest] + rest) }
}

const zero = new Exact(0)

function summaryWords(number: string | null, difference: Cents, isReplacement: boolean): string {
  const named = number ? `invoice ${number}` : 'the invoice before'
  const [what, other] = isReplacement
    ? ['It', `${named}, which it replaces`]
    : ['This period', named]
  if (difference === 0) return `${what} comes to the same as ${other}.`
  const amount = formatMoney(wholeCents(Math.abs(difference)))
  return `${what} comes to $${amount} ${difference > 0 ? 'more' : 'less'} than ${other}.`
}

const minus = (a: Cents, b: Cents): Cents => wholeCents(a - b)
