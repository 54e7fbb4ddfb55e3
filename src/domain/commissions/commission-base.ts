import { gstInside } from '#domain/books/postings.ts'
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
  /** It gives money back. */
  is_credit: boolean
  /** The margin as the report tells it, of the outcome that stands; null while it is not costed. */
  margin: string | null
  /** What goodwill of ours settled of it, with GST. */
  goodwill: string
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
  // What is not costed has no margin yet, and brings nobody anything until it is.
  margin: ({ margin, is_credit }) => {
    const left = cents(margin ?? '0.00')
    return is_credit ? left : wholeCents(Math.max(0, left))
  },
}

function withoutGst(amount: string, gst_percent: string): Cents {
  const whole = cents(amount)
  return wholeCents(whole - gstInside(whole, gst_percent))
}
