import { byName, type DatedRate, rateSpans } from '#domain/contracts/rate-in-force.ts'
import { productOf } from '#domain/kit/figure.ts'
import type { Cents } from '#domain/kit/money.ts'
import { quantityFor } from '#domain/meters/rate-quantity.ts'
import { type Segment, type UsageOfPeriod, usageBetween } from '#domain/meters/segments.ts'

export interface PricedRate extends DatedRate {
  rate_type: string
  register_code: string | null
  with_losses: boolean
}

export interface UsedRegister {
  register_code: string
  flow: string
  segments: readonly Segment[]
}

/** One connection: what its registers counted and how big it is. */
export interface UsedConnection {
  connection: string
  registers: readonly UsedRegister[]
  meter_capacity_amount: string | null
  meter_capacity_charged: boolean
}

export interface PricedLine {
  connection: string
  rate_name: string
  rate_type: string
  rate_unit: string
  rate_amount: string
  from: string
  to: string
  quantity: string
  amount: Cents
  isDiscountable: boolean
  estimated_share: string
  missing_days: number
}

// Special reads, connection fees and credits are paid in full whenever they are paid.
const undiscounted = new Set(['other', 'credit'])

const METERED = new Set(['kWh', 'GJ', 'm3'])

/**
 * Every rate that held on some day of the period, times what it is charged on. A change of rate
 * inside the period makes two lines; use between two readings is split by days.
 */
export function priceLines(
  connection: UsedConnection,
  rates: readonly PricedRate[],
  period: { from: string; to: string },
): PricedLine[] {
  const countFor = usageOf(connection)
  const lines: PricedLine[] = []
  for (const own of byName(rates).values())
    for (const { rate, from, to } of spansWithin(own, period)) {
      const line = lineOf(connection, rate, { from, to, use: countFor(rate, from, to) })
      if (line) lines.push(line)
    }
  return lines
}

/** Several rates count the same registers over the same days: their use is added up once. */
function usageOf(connection: UsedConnection) {
  const known = new Map<string, UsageOfPeriod>()
  return (rate: PricedRate, from: string, to: string): UsageOfPeriod => {
    const key = `${from} ${to} ${rate.register_code ?? ''}`
    const had = known.get(key)
    if (had) return had
    const use = usageBetween(segmentsFor(connection, rate), from, to)
    known.set(key, use)
    return use
  }
}

function spansWithin(rates: readonly PricedRate[], { from, to }: { from: string; to: string }) {
  return rateSpans(rates).flatMap((span) => {
    const first = span.from > from ? span.from : from
    const last = span.to !== null && span.to < to ? span.to : to
    return first <= last ? [{ rate: span.rate, from: first, to: last }] : []
  })
}

function lineOf(
  connection: UsedConnection,
  rate: PricedRate,
  { from, to, use }: { from: string; to: string; use: UsageOfPeriod },
): PricedLine | null {
  const { meter_capacity_amount, meter_capacity_charged } = connection
  const { with_losses, rate_unit } = rate
  const quantity = quantityFor(rate_unit, {
    from,
    to,
    use,
    meter_capacity_amount,
    meter_capacity_charged,
    with_losses,
  })
  if (quantity === null) return null
  const isMetered = METERED.has(rate_unit)
  return {
    connection: connection.connection,
    rate_name: rate.rate_name,
    rate_type: rate.rate_type,
    rate_unit,
    rate_amount: rate.rate_amount,
    from,
    to,
    quantity,
    amount: productOf(quantity, rate.rate_amount).cents,
    isDiscountable: !undiscounted.has(rate.rate_type),
    estimated_share: isMetered ? use.estimated_share : '0.0000',
    missing_days: isMetered ? use.missing_days : 0,
  }
}

/** A rate for one register counts that one; any other all that was taken from the network. */
function segmentsFor({ registers }: UsedConnection, { register_code }: PricedRate): Segment[] {
  const counted = register_code
    ? registers.filter((register) => register.register_code === register_code)
    : registers.filter((register) => register.flow === 'X')
  return counted.flatMap((register) => register.segments)
}
