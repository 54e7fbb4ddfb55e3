import { compareTexts } from '#domain/kit/compare-texts.ts'
import { Exact } from '#domain/kit/decimal.ts'

/** What decides which rate holds on which day. */
export interface DatedRate {
  rate_name: string
  rate_amount: string
  rate_unit: string
  valid_from_date: string
}

export interface RateSpan<R extends DatedRate> {
  rate: R
  from: string
  /** The last day it holds; null while nothing replaces it. */
  to: string | null
}

/** The rate that holds on a day is the one with the latest start not after that day. */
export function rateAt<R extends DatedRate>(rates: readonly R[], day: string): R | null {
  let found: R | null = null
  for (const rate of rates) {
    if (rate.valid_from_date > day) continue
    if (!found || rate.valid_from_date > found.valid_from_date) found = rate
  }
  return found
}

/** The rates in force on a day, one per name, in the order in which their names first came. */
export function ratesOn<R extends DatedRate>(rates: readonly R[], day: string): R[] {
  return [...byName(rates).values()].flatMap((own) => rateAt(own, day) ?? [])
}

/** How long each rate of one name holds: every day from its first start belongs to one span. */
export function rateSpans<R extends DatedRate>(rates: readonly R[]): RateSpan<R>[] {
  const inOrder = [...rates].sort((a, b) => compareTexts(a.valid_from_date, b.valid_from_date))
  return inOrder.map((rate, place) => {
    const next = inOrder[place + 1]
    return { rate, from: rate.valid_from_date, to: next ? dayBefore(next.valid_from_date) : null }
  })
}

/** Changes that come after a day, the nearest first. */
export function comingRates<R extends DatedRate>(rates: readonly R[], day: string): R[] {
  return rates
    .filter((rate) => rate.valid_from_date > day)
    .sort((a, b) => compareTexts(a.valid_from_date, b.valid_from_date))
}

export interface MarginLine {
  rate_name: string
  rate_unit: string
  sell: string | null
  buy: string | null
  /** Sell less buy per unit; null where one side has no rate of that name and unit. */
  margin: string | null
}

/** Sell and buy side by side on a day, by name. */
export function marginsOn(
  sell: readonly DatedRate[],
  buy: readonly DatedRate[],
  day: string,
): MarginLine[] {
  const bought = new Map(ratesOn(buy, day).map((rate) => [foldName(rate.rate_name), rate]))
  const lines = ratesOn(sell, day).map((sold): MarginLine => {
    const cost = bought.get(foldName(sold.rate_name))
    bought.delete(foldName(sold.rate_name))
    const isComparable = cost?.rate_unit === sold.rate_unit
    return {
      rate_name: sold.rate_name,
      rate_unit: sold.rate_unit,
      sell: sold.rate_amount,
      buy: cost?.rate_amount ?? null,
      margin: cost && isComparable ? difference(sold.rate_amount, cost.rate_amount) : null,
    }
  })
  const unsold = [...bought.values()].map((cost): MarginLine => {
    const { rate_name, rate_unit, rate_amount } = cost
    return { rate_name, rate_unit, sell: null, buy: rate_amount, margin: null }
  })
  return [...lines, ...unsold]
}

/** Rates grouped by name; case and macrons do not make another name. */
export function byName<R extends { rate_name: string }>(rates: readonly R[]): Map<string, R[]> {
  const groups = new Map<string, R[]>()
  for (const rate of rates) {
    const key = foldName(rate.rate_name)
    const group = groups.get(key)
    if (group) group.push(rate)
    else groups.set(key, [rate])
  }
  return groups
}

const PLAIN_NAME = /^[ -~]*$/

export function foldName(name: string): string {
  if (PLAIN_NAME.test(name)) return name.toLowerCase().trim()
  return name.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().trim()
}

function difference(a: string, b: string): string {
  return new Exact(a).minus(b).toFixed()
}

function dayBefore(day: string): string {
  return Temporal.PlainDate.from(day).subtract({ days: 1 }).toString()
}
