import type { ShadowTotals } from '#domain/contracts/shadow-run.ts'
import { Exact } from '#domain/kit/decimal.ts'
import { cents, formatMoney, wholeCents } from '#domain/kit/money.ts'
import type { Side } from './rate-side.ts'

type Change = Pick<ShadowTotals, 'before' | 'after' | 'difference' | 'difference_percent'>

// Several contracts may be one customer's: how many people pay is not known here.
const payers: Record<Side, readonly [string, string]> = {
  sell: ['The customer pays', 'Customers pay'],
  buy: ['The supplier charges', 'Suppliers charge'],
}

/** The change of a year as a sentence: who, how much and in which direction. */
export function changeSentence(side: Side, change: Change, count = 1): string {
  const difference = cents(change.difference)
  if (difference === 0) return 'On the last year’s use nothing changes.'
  const who = payers[side][count === 1 ? 0 : 1]
  const amount = formatMoney(wholeCents(Math.abs(difference)))
  const direction = difference > 0 ? 'more' : 'less'
  return `${who} $${amount} ${direction} a year${shareWords(change.difference_percent)}.`
}

function shareWords(percent: string | null): string {
  return percent === null
    ? ''
    : ` (${new Exact(percent).abs().toDecimalPlaces(1).toFixed()}\u00a0%)`
}

/** $1,204.50, with the sign before the dollar. */
export function dollars(amount: string): string {
  const isNegative = amount.startsWith('-')
  return `${isNegative ? '−' : ''}$${formatMoney(amount.replace('-', ''))}`
}

/** Changes carry their sign either way; nothing is a dash. */
export function signed(amount: string): string {
  const value = cents(amount)
  if (value === 0) return '–'
  return `${value > 0 ? '+' : '−'}${formatMoney(wholeCents(Math.abs(value)))}`
}
