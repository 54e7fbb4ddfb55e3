import { type KnownRate, type SentRate, withNewRates } from '#domain/contracts/new-rates.ts'
import { ratesOn } from '#domain/contracts/rate-in-force.ts'
import type { ShadowEffect, ShadowLine } from '#domain/contracts/shadow-run.ts'
import { formatDayShort } from '#domain/kit/calendar.ts'
import { Exact } from '#domain/kit/decimal.ts'
import { cents, sumCents, toDecimalString, wholeCents } from '#domain/kit/money.ts'
import { percentOf, round2, toDollars } from '#domain/kit/rounding.ts'
import type { PricedRate, UsedConnection } from '#domain/pricing/price-lines.ts'
import { computeUsageCost, type UsageCost } from '#domain/pricing/usage-cost.ts'
import { type ComparedLine, compareLines } from './compare-lines.ts'
import { isSome, type Percents, plain, printed, wholeUse } from './proposal-pricing.ts'

export interface ShadowInput extends Percents {
  connections: readonly UsedConnection[]
  /** The last day of the new rates’ predecessors is the day before this one. */
  valid_from_date: string
  rates: readonly KnownRate[]
  changes: readonly SentRate[]
  /** The rates of the other side, for the margin: what the supplier charges, or what we do. */
  others: readonly KnownRate[]
  side: 'sell' | 'buy'
}

/**
 * A change of rates replayed on the year that was last read: what holds on its first day, and what
 * would hold with it, each taken over the whole year. Null where nothing was read.
 */
export function shadowEffect(input: ShadowInput): ShadowEffect | null {
  const { connections, valid_from_date: day, rates, changes } = input
  const period = lastYearRead(connections)
  if (!period) return null
  const { discount_percent, gst_percent, service_fee_percent } = input
  const costAt = (held: readonly KnownRate[]) =>
    computeUsageCost({
      connections,
      period,
      rates: held.map((rate): PricedRate => ({ ...rate, valid_from_date: period.from })),
      discount_percent,
      gst_percent,
      service_fee_percent,
    })
  const before = costAt(ratesOn(rates, day))
  const after = costAt(ratesOn(withNewRates(rates, day, changes), day))
  const others = ratesOn(input.others, day)
  const other = others.length === 0 ? null : costAt(others)
  const margin = (cost: UsageCost) => other && marginOf(input.side, cost, other)
  const difference = wholeCents(after.total_per_year - before.total_per_year)
  return {
    period,
    days: after.days,
    before: toDecimalString(before.total_per_year),
    after: toDecimalString(after.total_per_year),
    difference: toDecimalString(difference),
    difference_percent: percentOf(difference, before.total_per_year),
    margin_before: margin(before),
    margin_after: margin(after),
    lines: compareLines({ current: printed(before), candidate: printed(after) }).map(lineOf),
    assumptions: assumptionsOf(input, period, after.days),
  }
}

/** The year up to the last reading, or what there is of it: a short history is scaled up. */
function lastYearRead(connections: readonly UsedConnection[]) {
  const segments = connections.flatMap(({ registers }) => registers.flatMap((one) => one.segments))
  const to = segments
    .map((segment) => segment.period_end)
    .sort()
    .at(-1)
  const first = segments.map((segment) => segment.period_start).sort()[0]
  if (!to || !first) return null
  const yearBefore = Temporal.PlainDate.from(to).subtract({ days: 364 }).toString()
  return first > yearBefore ? { from: first, to } : { from: yearBefore, to }
}

/** Charges of a year sold less charges bought. */
function marginOf(side: ShadowInput['side'], cost: UsageCost, other: UsageCost): string {
  const ofYear = ({ lines, days }: UsageCost) =>
    round2(
      toDollars(sumCents(lines.map((line) => line.amount)))
        .times(365)
        .div(days),
    )
  const left = ofYear(cost) - ofYear(other)
  return toDecimalString(wholeCents(side === 'sell' ? left : -left))
}

function lineOf({ rate_name, now, proposed, saving }: ComparedLine): ShadowLine {
  const counted = proposed ?? now
  return {
    rate_name,
    rate_unit: counted?.rate_unit ?? '',
    quantity: counted?.quantity ?? '0',
    before: now?.amount ?? null,
    after: proposed?.amount ?? null,
    difference: toDecimalString(wholeCents(-cents(saving))),
  }
}

function assumptionsOf(input: ShadowInput, period: { from: string; to: string }, days: number) {
  const { estimated_share, missing_days } = wholeUse(input.connections, period)
  const estimated = new Exact(estimated_share).times(100).toDecimalPlaces(0)
  const [from, to] = [formatDayShort(period.from), formatDayShort(period.to)]
  const fees = [
    ...(isSome(input.discount_percent)
      ? [`the discount of ${plain(input.discount_percent)} %`]
      : []),
    ...(isSome(input.service_fee_percent)
      ? [`our service fee of ${plain(input.service_fee_percent)} %`]
      : []),
  ]
  const extras = [`GST of ${plain(input.gst_percent)} %`, ...fees].join(', ')
  return [
    `Priced on the contract’s own use from ${from} to ${to}, ${days} days${days === 365 ? '' : ', and scaled to a year'}.`,
    `Paid in time, with ${extras}.`,
    ...(estimated.gt(0) ? [`${estimated.toFixed()} % of the use is estimated.`] : []),
    ...(missing_days > 0 ? [`${missing_days} days have no readings and count as no use.`] : []),
  ]
}
