import { Exact } from '#domain/kit/decimal.ts'
import type { Cents } from '#domain/kit/money.ts'
import { round2, toDollars } from '#domain/kit/rounding.ts'
import {
  type CommissionTerms,
  ongoingRate,
  type Rate,
  type SignupType,
  signupRate,
} from './commission-terms.ts'
import { monthsAfter } from './signup-commission.ts'
import { splitBase } from './split-base.ts'

/** Months from the contract's first day in which a sign-up commission in percent is earned. */
const SIGNUP_MONTHS = 12

/** Who earns on an invoice, and by which terms. */
export interface Earner {
  partner_id: number
  share_percent: string
  /** A rate of its own on this contract. */
  own: Rate | null
  terms: CommissionTerms
  signup_unit: 'percent' | 'fixed' | null
  customer_type: SignupType | null
}

export interface EarningInvoice {
  base: Cents
  billing: 'standard' | 'split'
  /** Below zero: it gives back. */
  is_credit: boolean
  period_start: string | null
  /** The first day of its contract. */
  date_start: string | null
}

/** What a partner earns on an invoice, with what it was derived from. */
export interface EarnedCommission extends Rate {
  partner_id: number
  kind: 'ongoing' | 'signup'
  base: Cents
  share_percent: string
  base_part: Cents
  amount: Cents
}

/**
 * What an invoice that is cleared earns its partners. The base is split, not the commission, so that
 * the parts add up; a fixed rate is split by the shares. What comes to nothing is no entry.
 */
export function commissionsOf(
  invoice: EarningInvoice,
  earners: readonly Earner[],
): EarnedCommission[] {
  const parts = splitBase(
    invoice.base,
    earners.map(({ share_percent }) => share_percent),
  )
  return earners.flatMap((earner, place) => {
    const base_part = parts[place] ?? splitBase(invoice.base, [earner.share_percent])[0]
    if (base_part === undefined) return []
    const about = {
      partner_id: earner.partner_id,
      base: invoice.base,
      share_percent: earner.share_percent,
      base_part,
    }
    const ongoing = earner.own ?? ongoingRate(earner.terms, invoice.billing)
    const rates = [
      { kind: 'ongoing' as const, ...ongoing },
      ...percentSignup(invoice, earner).map((rate) => ({ kind: 'signup' as const, ...rate })),
    ]
    return rates
      .map(({ kind, rate, unit }) => ({
        ...about,
        ...{ kind, rate, unit },
        amount: amountOf(invoice, { rate, unit }, about),
      }))
      .filter(({ amount }) => amount !== 0)
  })
}

/** Whether an invoice's period lies in the time in which bringing the contract is rewarded. */
function percentSignup(invoice: EarningInvoice, earner: Earner): Rate[] {
  const { period_start, date_start } = invoice
  if (earner.signup_unit !== 'percent' || !earner.customer_type) return []
  if (!period_start || !date_start) return []
  if (period_start >= monthsAfter(date_start, SIGNUP_MONTHS)) return []
  const rate = signupRate(earner.terms, earner.customer_type)
  return rate.unit === 'percent' ? [rate] : []
}

function amountOf(
  { is_credit }: EarningInvoice,
  { rate, unit }: Rate,
  { base_part, share_percent }: { base_part: Cents; share_percent: string },
): Cents {
  if (unit === 'percent') return round2(toDollars(base_part).times(rate).div(100))
  // So much for each invoice that asks for something.
  return is_credit ? round2('0') : shareOf(rate, share_percent)
}

/** A fixed amount by a share of it. */
export function shareOf(amount: string, share_percent: string): Cents {
  return round2(new Exact(amount).times(share_percent).div(100))
}
