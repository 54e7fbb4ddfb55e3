// A GST number is the IRD number of the entity: eight or nine digits, the last one a check digit.

export type GstNumberProblem = 'short' | 'shape' | 'range' | 'checksum'

const MIN_GST_NUMBER = 10_000_000
// Inland Revenue published 150,000,000 for numbers issued until about 2030 and is close to it.
export const MAX_GST_NUMBER = 200_000_000

const FIRST_WEIGHTS = [3, 2, 7, 6, 5, 4, 3, 2]
const SECOND_WEIGHTS = [7, 4, 3, 2, 5, 2, 7, 6]
const MAX_BASES_TRIED = 100

/** Only the digits are stored; 047-179-025 and 47-179-025 are the same number. */
export function normaliseGstNumber(input: string): string {
  const text = input.replace(/[\s\-\u2010-\u2015\u2212.]+/g, '').toUpperCase()
  return text.replace(/^NZ(?=\d)/, '').replace(/^0(?=\d{8}$)/, '')
}

/** A GST number is right when Inland Revenue could have issued it. */
export function gstNumberProblem(normalised: string): GstNumberProblem | null {
  if (!/^\d*$/.test(normalised)) return 'shape'
  if (normalised.length < 8) return 'short'
  if (normalised.length > 9) return 'shape'
  const value = Number(normalised)
  if (value < MIN_GST_NUMBER || value > MAX_GST_NUMBER) return 'range'
  return checkDigit(normalised.slice(0, -1)) === Number(normalised.slice(-1)) ? null : 'checksum'
}

/** Shows a GST number in the groups Inland Revenue prints. */
export function formatGstNumber(digits: string): string {
  const groups = /^(\d{2,3})(\d{3})(\d{3})$/.exec(digits)
  return groups === null ? digits : groups.slice(1).join('-')
}

/** Completes a base with its check digit; a base that has none gives way to the next one. */
export function makeGstNumber(base: number): string {
  for (let candidate = base; candidate < base + MAX_BASES_TRIED; candidate += 1) {
    const digit = checkDigit(String(candidate))
    if (digit === null) continue
    const number = `${candidate}${digit}`
    if (gstNumberProblem(number) === null) return number
  }
  throw new RangeError(`No GST number can be made from ${base}.`)
}

function checkDigit(base: string): number | null {
  const padded = base.padStart(8, '0')
  for (const weights of [FIRST_WEIGHTS, SECOND_WEIGHTS]) {
    const sum = weights.reduce((total, weight, at) => total + weight * Number(padded[at]), 0)
    const digit = (11 - (sum % 11)) % 11
    if (digit < 10) return digit
  }
  return null
}
