import { cents, toDecimalString, wholeCents } from '#domain/kit/money.ts'
import { type BilledLine, isByHand } from '#domain/pricing/billed-line.ts'
import type { InvoiceWarning } from './invoice-warnings.ts'

interface Figures {
  quantity: string
  rate: string
  amount: string
}

/** One charge before and after it was read anew; amounts without GST. */
export interface LineDifference
  extends Pick<BilledLine, 'name' | 'unit' | 'connection' | 'from' | 'to'> {
  before: Figures | null
  now: Figures | null
  difference: string
  /** Somebody wrote it: it stays as it is. */
  isByHand: boolean
}

/** What somebody wrote or took off, to be kept or dropped by its key. */
export interface HandWritten {
  key: string
  name: string
  /** Null where they took a line off. */
  amount: string | null
}

export interface AmountDifference {
  before: string
  now: string
  difference: string
}

const comparedAmounts = [
  'discounted_total_this_period',
  'undiscounted_total_this_period',
  'late_payment_fee_total',
] as const

type ComparedAmount = (typeof comparedAmounts)[number]

export type InvoiceDifference = { lines: LineDifference[] } & Record<
  ComparedAmount,
  AmountDifference
>

/** What reading an invoice anew would change, and what of it was written by hand. */
export type InvoiceAnew = InvoiceDifference & {
  by_hand: HandWritten[]
  warnings: InvoiceWarning[]
}

type Side = Partial<Record<ComparedAmount, string | null>> & {
  lines: readonly BilledLine[] | null
}

/** Two versions of one invoice side by side, line by line and in all. */
export function invoiceDifference(before: Side, now: Side): InvoiceDifference {
  const amountOf = (name: ComparedAmount) => difference(before[name], now[name])
  return {
    lines: lineDifferences(before.lines ?? [], now.lines ?? []),
    discounted_total_this_period: amountOf('discounted_total_this_period'),
    undiscounted_total_this_period: amountOf('undiscounted_total_this_period'),
    late_payment_fee_total: amountOf('late_payment_fee_total'),
  }
}

/** In the order of the new one; what is no longer charged comes last. */
function lineDifferences(
  before: readonly BilledLine[],
  now: readonly BilledLine[],
): LineDifference[] {
  const left = [...before]
  const take = (isSame: (one: BilledLine) => boolean) => {
    const place = left.findIndex(isSame)
    return place < 0 ? undefined : left.splice(place, 1)[0]
  }
  // Those on the very same days find each other first.
  const exact = now.map((line) => take((one) => isCharge(one, line) && isOnDaysOf(one, line)))
  const pairs = now.map((line, place) => ({
    line,
    was: exact[place] ?? take((one) => isCharge(one, line)),
  }))
  return [
    ...pairs.map(({ line, was }) => pairOf(was, line)),
    ...left.map((line) => pairOf(line, undefined)),
  ]
}

const isCharge = (one: BilledLine, other: BilledLine) =>
  one.name === other.name && one.unit === other.unit && one.connection === other.connection

const isOnDaysOf = (one: BilledLine, other: BilledLine) =>
  one.from === other.from && one.to === other.to

function pairOf(before: BilledLine | undefined, now: BilledLine | undefined): LineDifference {
  const line = now ?? before
  if (!line) throw new Error('A pair has at least one line.')
  const { name, unit, connection, from, to } = line
  return {
    ...{ name, unit, connection, from, to },
    before: figuresOf(before),
    now: figuresOf(now),
    difference: difference(before?.amount, now?.amount).difference,
    isByHand: isByHand(line),
  }
}

const figuresOf = (line: BilledLine | undefined): Figures | null =>
  line ? { quantity: line.quantity, rate: line.rate, amount: line.amount } : null

function difference(
  before: string | null | undefined,
  now: string | null | undefined,
): AmountDifference {
  const [was, is] = [cents(before ?? '0.00'), cents(now ?? '0.00')]
  return {
    before: toDecimalString(was),
    now: toDecimalString(is),
    difference: toDecimalString(wholeCents(is - was)),
  }
}
