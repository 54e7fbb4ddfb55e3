import { daysIn } from '#domain/kit/day-number.ts'
import { Exact } from '#domain/kit/decimal.ts'
import { type Cents, sumCents, wholeCents } from '#domain/kit/money.ts'
import { round2, roundGst, toDollars } from '#domain/kit/rounding.ts'
import { type PricedLine, type PricedRate, priceLines, type UsedConnection } from './price-lines.ts'

export interface UsageCostInput {
  connections: readonly UsedConnection[]
  rates: readonly PricedRate[]
  period: { from: string; to: string }
  discount_percent: string
  gst_percent: string
  service_fee_percent: string
}

export interface UsageCost {
  lines: PricedLine[]
  charges_sum: Cents
  charges_gst: Cents
  charges_total: Cents
  othercharges_total: Cents
  /** What is paid when it is paid in time, the service fee included. */
  service_fee: Cents
  total: Cents
  days: number
  /** The total of an average year at the same use. */
  total_per_year: Cents
}

/**
 * What the use of a period costs at given rates when it is paid in time: lines rounded one by one,
 * GST once per block, the discount off what is to pay, then our fee.
 */
export function computeUsageCost(input: UsageCostInput): UsageCost {
  const { from, to } = input.period
  const lines = input.connections.flatMap((connection) =>
    priceLines(connection, input.rates, input.period),
  )
  const sumOf = (isDiscountable: boolean) =>
    sumCents(lines.filter((line) => line.isDiscountable === isDiscountable).map(amountOf))
  const [charges_sum, other_sum] = [sumOf(true), sumOf(false)]
  const charges_gst = gstOn(charges_sum, input.gst_percent)
  const charges_total = sumCents([charges_sum, charges_gst])
  const othercharges_total = sumCents([other_sum, gstOn(other_sum, input.gst_percent)])
  const rest = new Exact(100).minus(input.discount_percent).div(100)
  const discounted = round2(toDollars(charges_total).times(rest))
  const subtotal = sumCents([discounted, othercharges_total])
  const service_fee = round2(toDollars(subtotal).times(input.service_fee_percent).div(100))
  const total = sumCents([subtotal, service_fee])
  const days = daysIn(from, to)
  return {
    lines,
    charges_sum,
    charges_gst,
    charges_total,
    othercharges_total,
    service_fee,
    total,
    days,
    total_per_year: days > 0 ? round2(toDollars(total).times(365).div(days)) : wholeCents(0),
  }
}

const amountOf = (line: PricedLine) => line.amount

function gstOn(sum: Cents, gst_percent: string): Cents {
  return roundGst(toDollars(sum).times(gst_percent).div(100))
}
