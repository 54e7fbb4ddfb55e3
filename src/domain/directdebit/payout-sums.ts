import { Exact } from '#domain/kit/decimal.ts'
import { type Cents, wholeCents } from '#domain/kit/money.ts'
import { round2 } from '#domain/kit/rounding.ts'

/** What a payout is made of, in cents with tenths. */
export interface SummedItem {
  type: string
  amount: string
  taxes: readonly { amount: string }[]
}

export interface PayoutSums {
  collected: Cents
  fees: Cents
  fees_gst: Cents
}

// What the provider keeps for itself; everything else is our customers' money.
const feeTypes = new Set(['gocardless_fee', 'app_fee', 'revenue_share', 'surcharge_fee'])

/**
 * The sums of a payout in whole cents: what other items come to, and what of it was kept as fees. The
 * fees are what is missing, so that tenths of a cent are never lost between them.
 */
export function payoutSums(amount: Cents, items: readonly SummedItem[]): PayoutSums {
  const money = items.filter(({ type }) => !feeTypes.has(type))
  const collected = cents(money.reduce((sum, one) => sum.plus(one.amount), new Exact(0)))
  const tax = items
    .filter(({ type }) => feeTypes.has(type))
    .flatMap(({ taxes }) => taxes)
    .reduce((sum, one) => sum.plus(one.amount), new Exact(0))
  const whole = wholeCents(collected - amount)
  // Its tax goes the way of the fees, whichever sign it is told with.
  const fees_gst = wholeCents(Math.sign(whole) * cents(tax.abs()))
  return { collected, fees: wholeCents(whole - fees_gst), fees_gst }
}

// The provider's tenths of a cent, as dollars.
const cents = (amount: InstanceType<typeof Exact>): Cents => round2(amount.div(100))
