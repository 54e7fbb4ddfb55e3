import { Exact } from '#domain/kit/decimal.ts'
import { type Cents, cents, sumCents, wholeCents } from '#domain/kit/money.ts'
import { round2, roundGst, toDollars } from '#domain/kit/rounding.ts'

/**
 * How GST is handled: our statement is the tax invoice, the partner sends one of their own, or they are
 * not registered.
 */
export const gstModes = ['buyer_created', 'their_invoice', 'not_registered'] as const
export type GstMode = (typeof gstModes)[number]

interface GstParties {
  gst_registered: boolean
  bcti_agreed_on: string | null
  /** Ours: without one we can write nobody's tax invoice. */
  own_gst_number: string | null
}

export function gstModeOf({ gst_registered, bcti_agreed_on, own_gst_number }: GstParties): GstMode {
  if (!gst_registered) return 'not_registered'
  return bcti_agreed_on && own_gst_number ? 'buyer_created' : 'their_invoice'
}

export interface StatementFigures {
  sum: Cents
  gst: Cents
  total: Cents
  brought_forward: Cents
  withheld: Cents
  to_pay: Cents
  /** What is not paid now and waits for the next statement; below zero where they owe us. */
  carried: Cents
}

interface StatementBasis {
  amounts: readonly Cents[]
  gst_mode: GstMode
  gst_percent: string
  withholding_percent: string | null
  /** What earlier statements left. */
  brought: readonly Cents[]
  minimum_payout: Cents
}

/**
 * What a statement comes to. GST is rounded once, over the sum. What was carried comes with it; what is
 * less than is worth a transfer waits for the next.
 */
export function statementFigures(basis: StatementBasis): StatementFigures {
  const sum = sumCents(basis.amounts)
  const gst = basis.gst_mode === 'buyer_created' ? gstOn(sum, basis.gst_percent) : wholeCents(0)
  const total = sumCents([sum, gst])
  const withheld = withheldOf(sum, basis.withholding_percent)
  const brought_forward = sumCents(basis.brought)
  const owed = wholeCents(total + brought_forward - withheld)
  const isWorthIt = owed > 0 && owed >= basis.minimum_payout
  const nothing = wholeCents(0)
  const [to_pay, carried] = isWorthIt ? [owed, nothing] : [nothing, owed]
  return { sum, gst, total, brought_forward, withheld, to_pay, carried }
}

export const gstOn = (sum: Cents, percent: string): Cents =>
  roundGst(toDollars(sum).times(percent).div(100))

function withheldOf(sum: Cents, percent: string | null): Cents {
  if (percent === null || sum <= 0) return wholeCents(0)
  return round2(toDollars(sum).times(new Exact(percent)).div(100))
}

/**
 * What leaves for the partner: what was stated, and the GST of a tax invoice that came before it was
 * paid. One that came later waits for the next statement.
 */
export function transferOf({
  to_pay,
  carried,
  tax_invoice_gst,
}: Record<'to_pay' | 'carried' | 'tax_invoice_gst', string>): Cents {
  return sumCents([cents(to_pay), cents(carried === '0.00' ? tax_invoice_gst : '0.00')])
}
