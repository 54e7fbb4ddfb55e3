// Whole numbers below 2^53 multiply and divide exactly and at next to no cost. A decimal number of
// everyday size is therefore taken as so many units of its last digit; what is larger is null, and
// whoever asked goes on with `Exact`, which has room for everything.

/** 0.2315 is 2315 units of scale 4; no zeros at the end. */
export interface Scaled {
  units: number
  scale: number
}

const MOST_DIGITS = 15
const ZERO = 48
const NINE = 57
const POINT = 46
const MINUS = 45
const POWERS = Array.from({ length: 23 }, (_, exponent) => 10 ** exponent)

const power = (exponent: number) => POWERS[exponent] ?? Number.NaN

/** Reads a plain decimal such as -12.50; null for anything else and for what is too long. */
export function scaled(text: string): Scaled | null {
  const isNegative = text.charCodeAt(0) === MINUS
  let units = 0
  let digits = 0
  let point = -1
  for (let at = isNegative ? 1 : 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code >= ZERO && code <= NINE) {
      units = units * 10 + (code - ZERO)
      digits += 1
    } else if (code === POINT && point < 0 && digits > 0) point = digits
    else return null
  }
  if (digits === 0 || digits > MOST_DIGITS || point === digits) return null
  return scaledOf(isNegative ? 0 - units : units, point < 0 ? 0 : digits - point)
}

/** The exact product, or null when it has too many digits. */
export function scaledProduct(a: Scaled, b: Scaled): Scaled | null {
  const units = a.units * b.units
  return Number.isSafeInteger(units) ? scaledOf(units, a.scale + b.scale) : null
}

/** So many units of a scale, without the zeros at the end. */
export function scaledOf(units: number, scale: number): Scaled {
  let left = scale
  let value = units
  while (left > 0 && value % 10 === 0) {
    value /= 10
    left -= 1
  }
  // Adding zero turns -0 into 0.
  return { units: value + 0, scale: left }
}

/** With at most so many digits after the point, half away from zero or half towards it. */
export function scaledRounded(
  { units, scale }: Scaled,
  most: number,
  half: 'away' | 'towards' = 'away',
): Scaled {
  return scale <= most
    ? { units, scale }
    : scaledOf(quotient(units, power(scale - most), half), most)
}

/** A fraction of whole numbers, rounded to a whole number. */
export function quotient(dividend: number, divisor: number, half: 'away' | 'towards'): number {
  const size = Math.abs(dividend)
  const rest = size % divisor
  const whole = (size - rest) / divisor
  const isUp = half === 'away' ? rest * 2 >= divisor : rest * 2 > divisor
  const rounded = isUp ? whole + 1 : whole
  return dividend < 0 ? 0 - rounded : rounded
}

/** As `Exact` prints it: without an exponent and without zeros at the end. */
export function scaledText({ units, scale }: Scaled): string {
  if (scale === 0) return String(units)
  const digits = String(Math.abs(units)).padStart(scale + 1, '0')
  return `${units < 0 ? '-' : ''}${digits.slice(0, -scale)}.${digits.slice(-scale)}`
}

/** So many of the smallest units of a scale; null when they are too many. */
export function unitsAt({ units, scale }: Scaled, wanted: number): number | null {
  const value = units * power(wanted - scale)
  return scale <= wanted && Number.isSafeInteger(value) ? value : null
}
