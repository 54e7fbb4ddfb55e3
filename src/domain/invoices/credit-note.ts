import { Exact } from '#domain/kit/decimal.ts'
import { type Cents, wholeCents } from '#domain/kit/money.ts'
import { roundGst, toDollars } from '#domain/kit/rounding.ts'

/** What an invoice comes to as its discount stands, and what of it was given back before. */
export interface Creditable {
  total: Cents
  gst: Cents
  credited: Cents
  credited_gst: Cents
}

export interface Credit {
  amount: Cents
  gst: Cents
}

export const leftToCredit = ({ total, credited }: Creditable): Cents => wholeCents(total - credited)

/**
 * So much of an invoice with its share of the GST. Whatever takes the last cent takes all that is
 * left of the GST as well, so that credits add up to the invoice they are for.
 */
export function creditOf(invoice: Creditable, amount: Cents): Credit {
  const left = wholeCents(invoice.gst - invoice.credited_gst)
  if (amount === leftToCredit(invoice)) return { amount, gst: left }
  const share = toDollars(amount).times(new Exact(invoice.gst).div(invoice.total))
  return { amount, gst: wholeCents(Math.min(left, roundGst(share))) }
}
