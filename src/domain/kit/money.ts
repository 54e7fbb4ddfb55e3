// Money is a whole number of cents. Only `round2` and `roundGst` (rounding.ts) make cents of anything
// finer; every total is a sum of such amounts and is never rounded again. Rates, quantities and
// percentages are decimals of their own, rounded where they are made.

import { DECIMAL_SHAPES, normaliseDecimal, parseDecimal } from './decimal-text.ts'
import { Problem } from './problem.ts'

declare const centsBrand: unique symbol

/** Dollars and cents cannot be mixed up: only the functions below make this type. */
export type Cents = number & { readonly [centsBrand]: true }

const { precision, scale } = DECIMAL_SHAPES.money
// The widest amount its column keeps, 999,999,999,999.99, is still an exact integer.
export const MAX_CENTS = 10 ** precision - 1

// Rates and quantities that each fit may make an amount that no column holds: the sender's to mend.
const TOO_LARGE = 'An amount is too large. Check the quantities and rates.'

// Zero is the most frequent amount of all, and is within every bound.
const nothing = 0 as Cents

/** Reads an exact amount such as '12.34'; anything else is a mistake of the program. */
export function cents(amount: string): Cents {
  if (amount === '0.00') return nothing
  const text = normaliseDecimal(amount, scale)
  if (text === null) throw new RangeError(`${amount} is not an amount of dollars and cents.`)
  return wholeCents(Number(text.replace('.', '')))
}

/** Guards a number of cents that was computed: whole and within the bounds of the column. */
export function wholeCents(amount: number): Cents {
  if (!Number.isInteger(amount)) throw new RangeError(`${amount} is not a whole number of cents.`)
  if (Math.abs(amount) > MAX_CENTS) throw new Problem('badRequest', { message: TOO_LARGE })
  // The guards above are what the brand promises; adding zero turns -0 into 0.
  return (amount + 0) as Cents
}

/** Adds amounts up exactly. */
export function sumCents(amounts: Iterable<Cents>): Cents {
  let sum = 0
  for (const amount of amounts) sum = wholeCents(sum + amount)
  return wholeCents(sum)
}

/** Cents as the decimal text of the wire and the database: 1234 becomes '12.34'. */
export function toDecimalString(amount: Cents): string {
  const size = Math.abs(wholeCents(amount))
  const rest = size % 100
  const text = `${(size - rest) / 100}.${rest < 10 ? '0' : ''}${rest}`
  return amount < 0 ? `-${text}` : text
}

/** Reads an amount as people paste it ($1,234.50, (12.00), −5); null when it is none. */
export function parseMoney(text: string): string | null {
  const withoutCurrency = text.replace(/^([\s(+\-\u2010-\u2015\u2212]*)(?:NZ)?\$\s*/i, '$1')
  const amount = parseDecimal(withoutCurrency, scale)
  return amount === null || digitsOf(amount) > precision ? null : amount
}

/** Shows an amount with grouped thousands and a real minus sign; §9: 0.00 on bad input. */
export function formatMoney(amount: string | Cents | null | undefined): string {
  const text = typeof amount === 'string' ? normaliseDecimal(amount, scale) : textOf(amount)
  if (text === null) return '0.00'
  const grouped = text.replace(/\B(?=(\d{3})+\.)/g, ',')
  return grouped.replace('-', '\u2212')
}

function textOf(amount: number | null | undefined): string | null {
  if (amount === null || amount === undefined || !Number.isSafeInteger(amount)) return null
  return Math.abs(amount) > MAX_CENTS ? null : toDecimalString(wholeCents(amount))
}

function digitsOf(text: string): number {
  return text.replace(/[^\d]/g, '').length
}
