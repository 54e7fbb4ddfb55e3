import { formatDayShort } from '#domain/kit/calendar.ts'
import { Exact } from '#domain/kit/decimal.ts'
import { formatMoney, toDecimalString, wholeCents } from '#domain/kit/money.ts'
import { percentOf } from '#domain/kit/rounding.ts'
import { inThousands } from '#domain/kit/wording.ts'
import { unitWord } from '#domain/kit/words.ts'
import { usageBetween } from '#domain/meters/segments.ts'
import type { PricedLine, PricedRate, UsedConnection } from '#domain/pricing/price-lines.ts'
import { computeUsageCost, type UsageCost } from '#domain/pricing/usage-cost.ts'
import { missingCharges } from './missing-charges.ts'

export interface Percents {
  discount_percent: string
  gst_percent: string
  service_fee_percent: string
}

export interface PricingInput {
  connections: readonly UsedConnection[]
  period: { from: string; to: string }
  /** What the customer has now; null where we know of no contract. */
  current: ({ rates: readonly PricedRate[]; contract_number: string } & Percents) | null
  candidate: { rates: readonly PricedRate[] } & Percents
}

interface PrintedCost {
  lines: (Omit<PricedLine, 'amount'> & { amount: string })[]
  total: string
  total_per_year: string
  service_fee: string
}

export interface Pricing {
  period: { from: string; to: string }
  days: number
  use: { quantity: string; energy: string; estimated_share: string; missing_days: number }
  current: PrintedCost | null
  candidate: PrintedCost
  /** Charges held now that the offer lacks, and what they come to in a year; in neither cost. */
  missing?: MissingCharges | null
  assumptions: string[]
}

interface MissingCharges {
  names: string[]
  amount: string
}

export interface PricedProposal {
  current_cost: string | null
  candidate_cost: string
  saving_amount: string | null
  saving_percent: string | null
  pricing: Pricing
}

/** The use of the period as people count it: energy, or what the dials show where there is none. */
export function usedWords({ use }: Pick<Pricing, 'use'>, icp_type: string | null): string {
  const isCounted = icp_type !== null && !['electricity', 'gas'].includes(icp_type)
  const amount = new Exact(isCounted ? use.quantity : use.energy).toDecimalPlaces(0)
  return `${inThousands(amount.toFixed())} ${isCounted ? (icp_type === 'water' ? unitWord('m3') : 'units') : 'kWh'}`
}

/** Prices the same past use at the rates held now and at the ones proposed, a year of each. */
export function priceProposal(input: PricingInput): PricedProposal {
  const { connections, period } = input
  const candidate = computeUsageCost({ connections, period, ...input.candidate })
  const held = input.current && wholePeriod(input.current, period.from)
  const whole = held && computeUsageCost({ connections, period, ...held })
  const lacked = held ? missingCharges(held.rates, input.candidate.rates) : []
  const compared = held && { ...held, rates: held.rates.filter((rate) => !lacked.includes(rate)) }
  const current = compared && computeUsageCost({ connections, period, ...compared })
  const missing = missingOf(whole, current)
  const saving = current && wholeCents(current.total_per_year - candidate.total_per_year)
  const use = wholeUse(connections, period)
  return {
    current_cost: current && toDecimalString(current.total_per_year),
    candidate_cost: toDecimalString(candidate.total_per_year),
    saving_amount: saving === null ? null : toDecimalString(saving),
    saving_percent: current && percentOf(saving ?? wholeCents(0), current.total_per_year),
    pricing: {
      period,
      days: candidate.days,
      use,
      current: current && printed(current),
      candidate: printed(candidate),
      missing,
      assumptions: [...missingWords(missing), ...assumptionsOf(input, candidate, use)],
    },
  }
}

/** Only what costs or gives something is missed. */
function missingOf(whole: UsageCost | null, current: UsageCost | null): MissingCharges | null {
  if (!whole || !current) return null
  const kept = new Set(current.lines.map((line) => line.rate_name))
  const gone = whole.lines.filter((line) => !kept.has(line.rate_name) && line.amount !== 0)
  if (gone.length === 0) return null
  return {
    names: [...new Set(gone.map((line) => line.rate_name))],
    amount: toDecimalString(wholeCents(whole.total_per_year - current.total_per_year)),
  }
}

/** Said first: whoever reads the saving must know what it leaves out. */
export function missingWords(missing: Pricing['missing']): string[] {
  if (!missing) return []
  const names = missing.names.join(', ')
  return [
    `The proposed rates have no ${names}, which costs $${formatMoney(missing.amount)} a year now: it is left out of both sides.`,
  ]
}

type Current = NonNullable<PricingInput['current']>

/** A contract that began within the period is compared over all of it, at its first rates. */
function wholePeriod(current: Current, from: string): Current {
  const first = firstDay(current)
  if (first === null || first <= from) return current
  const rates = current.rates.map((rate) =>
    rate.valid_from_date === first ? { ...rate, valid_from_date: from } : rate,
  )
  return { ...current, rates }
}

function firstDay({ rates }: Current): string | null {
  return rates.map((rate) => rate.valid_from_date).sort()[0] ?? null
}

export function wholeUse(
  connections: readonly UsedConnection[],
  { from, to }: PricingInput['period'],
) {
  const taken = connections.flatMap((connection) =>
    connection.registers
      .filter((register) => register.flow === 'X')
      .flatMap((register) => register.segments),
  )
  const { quantity, energy, estimated_share, missing_days } = usageBetween(taken, from, to)
  return { quantity, energy, estimated_share, missing_days }
}

export function printed(cost: UsageCost): PrintedCost {
  return {
    lines: cost.lines.map((line) => ({ ...line, amount: toDecimalString(line.amount) })),
    total: toDecimalString(cost.total),
    total_per_year: toDecimalString(cost.total_per_year),
    service_fee: toDecimalString(cost.service_fee),
  }
}

/** What the figures rest on, in sentences that are printed with them. */
function assumptionsOf(input: PricingInput, cost: UsageCost, use: Pricing['use']): string[] {
  const { from, to } = input.period
  const { current, candidate } = input
  const estimated = new Exact(use.estimated_share).times(100).toDecimalPlaces(0)
  return [
    `Priced on the customer’s own use from ${formatDayShort(from)} to ${formatDayShort(to)}, ${cost.days} days, and scaled to 365 days.`,
    `The proposed rates are taken to hold for the whole of that time.`,
    ...(isSome(candidate.discount_percent)
      ? [
          `Invoices are paid in time: the discount of ${plain(candidate.discount_percent)} % is earned.`,
        ]
      : []),
    `Figures include GST of ${plain(candidate.gst_percent)} %${feeWords(candidate)}.`,
    ...(current ? comparedWith(current, from) : []),
    ...(estimated.gt(0) ? [`${estimated.toFixed()} % of the use is estimated.`] : []),
    ...(use.missing_days > 0
      ? [`${use.missing_days} days have no readings and count as no use.`]
      : []),
  ]
}

export const plain = (percent: string) => new Exact(percent).toFixed()
export const isSome = (percent: string) => !new Exact(percent).isZero()

function feeWords({ service_fee_percent }: Percents): string {
  if (!isSome(service_fee_percent)) return ''
  return ` and our service fee of ${plain(service_fee_percent)} %`
}

function comparedWith(current: Current, from: string): string[] {
  const { contract_number } = current
  const first = firstDay(current)
  if (first === null || first <= from)
    return [`Compared with contract ${contract_number} as it was over that time.`]
  const day = formatDayShort(first)
  return [
    `Compared with contract ${contract_number}; before it began on ${day}, its first rates are taken.`,
  ]
}
