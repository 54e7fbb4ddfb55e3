// A step of a computation as it is shown and as it counts: the exact number in digits, and the
// cents it is rounded to.

import { Exact } from './decimal.ts'
import { type Cents, wholeCents } from './money.ts'
import { round2, roundGst, toDollars } from './rounding.ts'
import {
  quotient,
  type Scaled,
  scaled,
  scaledOf,
  scaledProduct,
  scaledRounded,
  scaledText,
  unitsAt,
} from './scaled.ts'

export interface Figure {
  cents: Cents
  /** Written only for those who want to read it. */
  text(): string
}

type ExactNumber = InstanceType<typeof Exact>
type Rounding = 'cent' | 'gst'

const SHOWN = 10
const CENTS = 2

/** An exact number as people read it, with no more digits than it has. */
export function plain(value: ExactNumber): string {
  return (value.decimalPlaces() > SHOWN ? value.toDecimalPlaces(SHOWN) : value).toFixed()
}

/** The same of a number in digits. */
export function plainText(text: string): string {
  const small = scaled(text)
  return small ? shown(small) : plain(new Exact(text))
}

/** A quantity times a rate, half a cent away from zero. */
export function productOf(a: string, b: string): Figure {
  const [one, other] = [scaled(a), scaled(b)]
  const small = one && other && smallFigure(scaledProduct(one, other), 'cent')
  return small ?? exactFigure(new Exact(a).times(b), 'cent')
}

/** A percentage of an amount. */
export function percentOf(amount: Cents, percent: string, rounding: Rounding): Figure {
  const share = scaled(percent)
  const hundredth = { units: amount, scale: CENTS + 2 }
  const small = share && smallFigure(scaledProduct(hundredth, share), rounding)
  return small ?? exactFigure(toDollars(amount).times(percent).div(100), rounding)
}

/** The GST inside an amount that includes it: the amount × percent ÷ (100 + percent). */
export function gstInsideOf(amount: Cents, percent: string): Figure {
  return smallContent(amount, percent) ?? exactContent(amount, percent)
}

function exactContent(amount: Cents, percent: string): Figure {
  return exactFigure(toDollars(amount).times(percent).div(new Exact(100).plus(percent)), 'gst')
}

function smallContent(amount: Cents, percent: string): Figure | null {
  const share = scaled(percent)
  if (!share) return null
  const hundred = unitsAt({ units: 100, scale: 0 }, share.scale) ?? Number.NaN
  const [above, below] = [amount * share.units, hundred + share.units]
  const size = Math.abs(above)
  // A cent has eight shown digits; what is left of a whole one must have room for them.
  const digits = 10 ** (SHOWN - CENTS)
  if (!(below > 0 && Number.isSafeInteger(above) && Number.isSafeInteger(below * digits * 2)))
    return null
  const rest = size % below
  const whole = (size - rest) / below
  const units = whole * digits + quotient(rest * digits, below, 'away')
  if (!Number.isSafeInteger(units)) return null
  return {
    cents: wholeCents(quotient(above, below, 'towards')),
    text: () => shown(scaledOf(above < 0 ? 0 - units : units, SHOWN)),
  }
}

function smallFigure(small: Scaled | null, rounding: Rounding): Figure | null {
  if (!small) return null
  const rounded = scaledRounded(small, CENTS, rounding === 'gst' ? 'towards' : 'away')
  const cents = unitsAt(rounded, CENTS)
  return cents === null ? null : { cents: wholeCents(cents), text: () => shown(small) }
}

function exactFigure(value: ExactNumber, rounding: Rounding): Figure {
  return { cents: rounding === 'gst' ? roundGst(value) : round2(value), text: () => plain(value) }
}

function shown(small: Scaled): string {
  return scaledText(scaledRounded(small, SHOWN))
}
