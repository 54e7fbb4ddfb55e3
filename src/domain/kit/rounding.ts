// Where cents meet exact arithmetic: `round2` and `roundGst` are the only functions that make cents
// of anything finer. Apart from money.ts because who only shows amounts need not load decimal.js.

import { Exact } from './decimal.ts'
import { DECIMAL_SHAPES } from './decimal-text.ts'
import { type Cents, toDecimalString, wholeCents } from './money.ts'

/** A decimal number of dollars; floating point is not accepted. */
export type Dollars = string | InstanceType<typeof Exact>

const { scale } = DECIMAL_SHAPES.money

/** Cents as exact dollars, for multiplying with rates and percentages. */
export function toDollars(amount: Cents): InstanceType<typeof Exact> {
  return new Exact(toDecimalString(amount))
}

/** Rounds to the cent, half away from zero, so that credits mirror charges. */
export function round2(amount: Dollars): Cents {
  return roundWith(amount, Exact.ROUND_HALF_UP)
}

/** Rounds GST to the cent: half a cent or less may be dropped (GST Act 1985, section 19O). */
export function roundGst(amount: Dollars): Cents {
  return roundWith(amount, Exact.ROUND_HALF_DOWN)
}

/** A part in percent of a whole; null where that says nothing. */
export function percentOf(part: Cents, whole: Cents): string | null {
  if (whole === 0) return null
  const percent = new Exact(part).times(100).div(whole).toDecimalPlaces(2)
  return percent.abs().gt(9999) ? null : percent.toFixed()
}

function roundWith(amount: Dollars, rounding: 4 | 5): Cents {
  // Floating point that slips past the types would bring its error with it.
  if (typeof amount === 'number') throw new RangeError(`${amount} is not exact.`)
  const value = new Exact(amount)
  if (!value.isFinite()) throw new RangeError(`${value} is not an amount.`)
  return wholeCents(value.toDecimalPlaces(scale, rounding).times(100).toNumber())
}
