// A quantity is decimal text with six decimals outside and an exact number inside.

import { Exact } from '#domain/kit/decimal.ts'
import { DECIMAL_SHAPES } from '#domain/kit/decimal-text.ts'
import { inThousands } from '#domain/kit/wording.ts'

export type ExactNumber = InstanceType<typeof Exact>

const { scale } = DECIMAL_SHAPES.quantity

/** A quantity that is none, as text. */
export const NO_QUANTITY = '0.000000'

/** Rounds to the six decimals of a quantity, half away from zero. */
export function round6(value: ExactNumber): ExactNumber {
  return value.toDecimalPlaces(scale)
}

/** A quantity as the text of the wire and the database. */
export function quantityText(value: ExactNumber): string {
  const text = value.toFixed(scale)
  return text === `-${NO_QUANTITY}` ? NO_QUANTITY : text
}

// With six decimals and at most eight digits before them, millionths are whole numbers far below
// 2^53: thousands of them add up exactly at no cost.
const MILLIONTHS = /^-?\d{1,8}\.\d{6}$/

/** Whether the text is a quantity as we write it, of everyday size. */
export function isQuantityText(text: string): boolean {
  return MILLIONTHS.test(text) && text !== `-${NO_QUANTITY}`
}

/** Adds quantities up exactly. */
export function sumQuantities(parts: readonly string[]): string {
  let millionths = 0
  for (const part of parts) {
    if (!MILLIONTHS.test(part)) return quantityText(Exact.sum(0, ...parts))
    millionths += Number(part.replace('.', ''))
  }
  if (!Number.isSafeInteger(millionths)) return quantityText(Exact.sum(0, ...parts))
  const digits = String(Math.abs(millionths)).padStart(scale + 1, '0')
  return `${millionths < 0 ? '-' : ''}${digits.slice(0, -scale)}.${digits.slice(-scale)}`
}

/**
 * The part of a total that falls on the days `first` to `last`, counted from 0, of `days` days.
 * By the largest-remainder rule every day gets the same share and the millionths left over go to
 * as many days; as all remainders are equal the rule leaves open which, so they are spread evenly.
 * However a period is cut, its parts add up to the total, and none is off by a whole millionth.
 */
export function partOfDays(total: string, days: number, first: number, last: number): string {
  if (first <= 0 && last >= days - 1) return quantityText(new Exact(total))
  const whole = new Exact(total)
  const upTo = (count: number) => round6(whole.times(count).div(days))
  return quantityText(upTo(last + 1).minus(upTo(first)))
}

/** A quantity as people read it: grouped thousands and no zeros at the end. */
export function plainQuantity(value: string | ExactNumber, decimals = 3): string {
  const [whole = '', fraction = ''] = new Exact(value).toFixed(decimals).split('.')
  const thousands = inThousands(whole).replace('-', '\u2212')
  const kept = fraction.replace(/0+$/, '')
  return kept === '' ? thousands : `${thousands}.${kept}`
}
