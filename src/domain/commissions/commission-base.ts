import type { Bill } from '#domain/bills/bill.ts'
import { gstInside } from '#domain/books/postings.ts'
import { invoiceMargin } from '#domain/invoices/invoice-margin.ts'
import { type Cents, cents, wholeCents } from '#domain/kit/money.ts'

export const commissionBases = ['service_fee', 'charges', 'margin'] as const
export type CommissionBase = (typeof commissionBases)[number]

/** What the base of an invoice is made from, as it stands. */
export interface BaseFacts {
  commission_base: CommissionBase
  billing: 'standard' | 'split'
  is_lost: boolean
  gst_percent: string
  discounted_service_fee: string
  undiscounted_service_fee: string
  discounted_charges: string
  charges_sum: string
  /** What is asked for the charges when they are not paid in time, with GST. */
  undiscounted_charges: string
  charges_total: string
  discounted_total_this_period: string
  undiscounted_total_this_period: string
  late_payment_fee_total: string
  late_payment_fee_gst: string
  gst_if_discounted: string
  gst_if_not: string
  /** What goodwill of ours settled of it, with GST. */
  goodwill: string
  bills: readonly Pick<
    Bill,
    'bill_status' | 'discounted_bill_sum' | 'othercharges_total' | 'due_gst' | 'gst_percent'
  >[]
}

/**
 * What a commission is a share of, without GST: of the outcome that stands. What goodwill settled
 * brought us nothing and is taken off; a credit invoice has a negative base.
 */
export function commissionBase(facts: BaseFacts): Cents {
  const gross = bases[facts.commission_base](facts)
  if (gross <= 0) return gross
  const goodwill = cents(facts.goodwill)
  const given = wholeCents(goodwill - gstInside(goodwill, facts.gst_percent))
  return wholeCents(Math.max(0, gross - given))
}

const bases: Record<CommissionBase, (facts: BaseFacts) => Cents> = {
  service_fee: (facts) =>
    withoutGst(
      facts.is_lost ? facts.undiscounted_service_fee : facts.discounted_service_fee,
      facts.gst_percent,
    ),
  // Energy income: in split billing the charges are the supplier's.
  charges: (facts) => {
    if (facts.billing === 'split') return cents('0.00')
    if (!facts.is_lost) return withoutGst(facts.discounted_charges, facts.gst_percent)
    return facts.undiscounted_charges === facts.charges_total
      ? cents(facts.charges_sum)
      : withoutGst(facts.undiscounted_charges, facts.gst_percent)
  },
  margin: (facts) => {
    const { margin } = invoiceMargin(standing(facts), facts.bills)
    const isCredit = cents(facts.discounted_total_this_period) < 0
    return isCredit ? cents(margin) : wholeCents(Math.max(0, cents(margin)))
  },
}

/** The figures of the outcome that stands, where those paid in time are looked for. */
function standing(facts: BaseFacts) {
  if (!facts.is_lost) return facts
  return {
    ...facts,
    discounted_service_fee: facts.undiscounted_service_fee,
    discounted_total_this_period: facts.undiscounted_total_this_period,
    gst_if_discounted: facts.gst_if_not,
  }
}

function withoutGst(amount: string, gst_percent: string): Cents {
  const whole = cents(amount)
  return wholeCents(whole - gstInside(whole, gst_percent))
}
