// The New Zealand Business Number is a GS1 global location number that starts with 9429.

export type NzbnProblem = 'short' | 'shape' | 'checksum'

const NZBN_LENGTH = 13
const NZBN_SHAPE = /^9429\d{9}$/

/** Letterheads group the thirteen digits with spaces or dashes. */
export function normaliseNzbn(input: string): string {
  return input.replace(/[\s\-\u2010-\u2015\u2212.]+/g, '')
}

/** A right checksum does not prove that the business exists, only that it was typed well. */
export function nzbnProblem(normalised: string): NzbnProblem | null {
  if (/^\d*$/.test(normalised) && normalised.length < NZBN_LENGTH) return 'short'
  if (!NZBN_SHAPE.test(normalised)) return 'shape'
  return checkDigit(normalised.slice(0, 12)) === normalised.slice(12) ? null : 'checksum'
}

/** Completes twelve digits with their check digit. */
export function makeNzbn(first12: string): string {
  if (!/^9429\d{8}$/.test(first12)) {
    throw new RangeError(`An NZBN begins with 9429 and twelve digits, not ${first12}.`)
  }
  return first12 + checkDigit(first12)
}

function checkDigit(first12: string): string {
  let sum = 0
  for (const [index, digit] of [...first12].entries()) {
    sum += Number(digit) * (index % 2 === 0 ? 1 : 3)
  }
  return String((10 - (sum % 10)) % 10)
}
