import { Exact } from '#domain/kit/decimal.ts'
import { type Cents, sumCents, wholeCents } from '#domain/kit/money.ts'
import { roundGst, toDollars } from '#domain/kit/rounding.ts'

/** The accounts of the broker's books: all there are. */
export const accounts = {
  bank: 1000,
  debitsUnderWay: 1010,
  transfersHalfSeen: 1080,
  receivables: 1100,
  discountAtStake: 1190,
  supplierCredit: 1210,
  payables: 2000,
  customerCredit: 2100,
  gst: 2300,
  gstOnPurchases: 2310,
  taxOnInterest: 2330,
  commissionsPayable: 2400,
  withheldFromPartners: 2420,
  suppliersMoney: 2500,
  unidentifiedMoney: 2900,
  openingBalances: 3000,
  energyIncome: 4000,
  otherIncome: 4010,
  serviceFees: 4020,
  lateFees: 4030,
  supplierDiscountKept: 4040,
  interest: 4050,
  energyCost: 5000,
  supplierDiscountLost: 5900,
  supplierDifferences: 5910,
  writtenOff: 6000,
  commissions: 6010,
  providerFees: 6020,
  bankFees: 6030,
} as const

/** The broker's own accounts at banks: one for each, the first of them for all money until it is seen. */
export const bankLedgers = { first: accounts.bank, last: 1009 } as const

export interface Posting {
  account: number
  /** Debits are positive, credits negative. */
  amount: Cents
}

/** The amounts of an invoice that reach the books; the opening balance never does. */
export interface PostedInvoice {
  /** Totals of this period, with the supplier's difference where we pass it on. */
  discounted: Cents
  undiscounted: Cents
  billing: 'standard' | 'split'
  split_collection: 'direct' | 'through_us'
  charges_sum: Cents
  charges_gst: Cents
  charges_total: Cents
  /** What is asked for the charges when they are not paid in time; a credit has one outcome. */
  undiscounted_charges: Cents
  undiscounted_charges_gst: Cents
  discounted_charges: Cents
  discounted_charges_gst: Cents
  othercharges_sum: Cents
  othercharges_gst: Cents
  othercharges_total: Cents
  service_fee: Cents
  service_fee_gst: Cents
  discounted_service_fee: Cents
  discounted_service_fee_gst: Cents
  late_payment_fee_amount: Cents
  late_payment_fee_gst: Cents
  owncharges_sum: Cents
  owncharges_gst: Cents
  /** What the supplier asks from before and our books do not know, passed on to the customer. */
  supplier_difference: Cents
}

export const debit = (account: number, amount: Cents): Posting => ({ account, amount })
export const credit = (account: number, amount: Cents): Posting => ({
  account,
  amount: wholeCents(-amount),
})
export const less = (a: Cents, b: Cents): Cents => wholeCents(a - b)
export const real = (lines: Posting[]) => lines.filter((line) => line.amount !== 0)

/** Sent: the discounted amount is owed, the discount is at stake, income is booked in full. */
export function invoiceSent(invoice: PostedInvoice): Posting[] {
  return real([
    debit(accounts.receivables, invoice.discounted),
    debit(accounts.discountAtStake, less(invoice.undiscounted, invoice.discounted)),
    ...incomeOf(invoice).map(({ account, amount }) => credit(account, amount)),
  ])
}

/** Earned or granted: what the discount takes off each kind of income was at stake. */
export function discountTaken(invoice: PostedInvoice): Posting[] {
  const { service_fee_gst, discounted_service_fee_gst } = invoice
  const fee = less(invoice.service_fee, invoice.discounted_service_fee)
  const feeGst = less(service_fee_gst, discounted_service_fee_gst)
  const charges = less(invoice.undiscounted_charges, invoice.discounted_charges)
  const chargesGst = less(invoice.undiscounted_charges_gst, invoice.discounted_charges_gst)
  return real([
    ...(invoice.billing === 'standard'
      ? [
          debit(accounts.energyIncome, less(charges, chargesGst)),
          debit(accounts.gst, sumCents([chargesGst, feeGst])),
        ]
      : [
          ...(isThroughUs(invoice) ? [debit(accounts.suppliersMoney, charges)] : []),
          debit(accounts.gst, feeGst),
        ]),
    debit(accounts.serviceFees, less(fee, feeGst)),
    credit(accounts.discountAtStake, less(invoice.undiscounted, invoice.discounted)),
  ])
}

/** The day passed and the discount was not earned: all of it is owed now. */
export function discountLost(invoice: { discounted: Cents; undiscounted: Cents }): Posting[] {
  const stake = less(invoice.undiscounted, invoice.discounted)
  return real([debit(accounts.receivables, stake), credit(accounts.discountAtStake, stake)])
}

/** A credit invoice: what it gives back is the customer's at once. */
export function creditFreed(discounted: Cents): Posting[] {
  const amount = wholeCents(-discounted)
  return [debit(accounts.receivables, amount), credit(accounts.customerCredit, amount)]
}

export function moneyReceived(amount: Cents, isDirectDebit = false): Posting[] {
  const account = isDirectDebit ? accounts.debitsUnderWay : accounts.bank
  return [debit(account, amount), credit(accounts.customerCredit, amount)]
}

export function allocated(amount: Cents): Posting[] {
  return [debit(accounts.customerCredit, amount), credit(accounts.receivables, amount)]
}

export function refunded(amount: Cents, isByProvider = false): Posting[] {
  const account = isByProvider ? accounts.debitsUnderWay : accounts.bank
  return [debit(accounts.customerCredit, amount), credit(account, amount)]
}

/** A rest that is not worth asking for; its GST comes back. */
export function writtenOff(rest: Cents, gst: Cents): Posting[] {
  return real([
    debit(accounts.writtenOff, less(rest, gst)),
    debit(accounts.gst, gst),
    credit(accounts.receivables, rest),
  ])
}

/** A late fee that was billed and is not asked for any more; its GST comes back. */
export function feeWaived(amount: Cents, gst: Cents): Posting[] {
  return real([
    debit(accounts.lateFees, amount),
    debit(accounts.gst, gst),
    credit(accounts.receivables, sumCents([amount, gst])),
  ])
}

/** An entry is never edited; it is taken back whole. */
export function reversed(lines: readonly Posting[]): Posting[] {
  return lines.map(({ account, amount }) => ({ account, amount: wholeCents(-amount) }))
}

export function gstInside(amount: Cents, gst_percent: string): Cents {
  return roundGst(toDollars(amount).times(gst_percent).div(new Exact(100).plus(gst_percent)))
}

function incomeOf(invoice: PostedInvoice): Posting[] {
  const { service_fee, service_fee_gst, late_payment_fee_amount, late_payment_fee_gst } = invoice
  const ours = [
    debit(accounts.serviceFees, less(service_fee, service_fee_gst)),
    debit(accounts.lateFees, late_payment_fee_amount),
  ]
  const ourGst = sumCents([service_fee_gst, late_payment_fee_gst])
  if (invoice.billing === 'standard')
    return [
      debit(
        accounts.energyIncome,
        less(invoice.undiscounted_charges, invoice.undiscounted_charges_gst),
      ),
      debit(accounts.otherIncome, invoice.othercharges_sum),
      ...ours,
      debit(
        accounts.gst,
        sumCents([invoice.undiscounted_charges_gst, invoice.othercharges_gst, ourGst]),
      ),
    ]
  // We collect it as the supplier's agent: it is no income of ours and has no GST of ours.
  const theirs = [
    invoice.undiscounted_charges,
    invoice.othercharges_total,
    invoice.supplier_difference,
  ]
  return [
    ...(isThroughUs(invoice) ? [debit(accounts.suppliersMoney, sumCents(theirs))] : []),
    ...ours,
    debit(accounts.otherIncome, invoice.owncharges_sum),
    debit(accounts.gst, sumCents([ourGst, invoice.owncharges_gst])),
  ]
}

const isThroughUs = ({ billing, split_collection }: PostedInvoice) =>
  billing === 'split' && split_collection === 'through_us'
