import { Decimal } from 'decimal.js'

/**
 * Arithmetic wide enough for a quantity times a rate times a percentage without losing a digit,
 * and printed without exponents. Half away from zero is the rule for everything except GST.
 */
export const Exact = Decimal.clone({
  precision: 64,
  rounding: Decimal.ROUND_HALF_UP,
  toExpNeg: -64,
  toExpPos: 64,
})
