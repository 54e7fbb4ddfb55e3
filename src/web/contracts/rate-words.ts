import { Exact } from '#domain/kit/decimal.ts'
import { inThousands } from '#domain/kit/wording.ts'
import type { Options } from '#web/kit/form/options.ts'

const decimalsAtLeast = 4

/** A rate as people read it: four decimals, more where they say something, a real minus sign. */
export function formatRate(amount: string): string {
  const [whole = '0', fraction = ''] = amount.split('.')
  const kept = fraction.replace(/0+$/, '').padEnd(decimalsAtLeast, '0')
  return `${whole}.${kept}`.replace('-', '−')
}

/** The change from one amount to another, as +4.5 %; nothing from zero. */
export function changeText(before: string, after: string): string | null {
  const from = new Exact(before)
  if (from.isZero()) return null
  return signed(new Exact(after).minus(from).div(from.abs()).times(100))
}

/** What is left of each dollar of sales, as 12.5 %. */
export function marginShare(sell: string, margin: string): string | null {
  const sold = new Exact(sell)
  if (sold.isZero()) return null
  return `${new Exact(margin).div(sold).times(100).toFixed(1).replace('-', '−')} %`
}

export function difference(a: string, b: string): string {
  return new Exact(a).minus(b).toFixed()
}

/** Whether an amount says the same as another, whatever its zeros. */
export function isSameAmount(a: string, b: string): boolean {
  return new Exact(a).eq(b)
}

// What is counted rather than measured is said in words.
const counted: Record<string, string> = { day: 'days', month: 'months', each: 'times' }

/** What a rate was charged on: 10,250 kWh, 365 days. */
export function quantityText(options: Options, quantity: string, unit: string): string {
  const digits = new Exact(quantity).toDecimalPlaces(0).toFixed()
  return `${inThousands(digits)} ${counted[unit] ?? options.labelOf('rate_unit', unit)}`
}

/** A unit in a sentence: per day, but per kWh. */
export function unitText(options: Options, unit: string): string {
  const label = options.labelOf('rate_unit', unit)
  return ['day', 'month', 'each'].includes(unit) ? label.toLowerCase() : label
}

function signed(percent: InstanceType<typeof Exact>): string {
  const text = percent.abs().toFixed(1)
  const sign = percent.isZero() ? '±' : percent.isNegative() ? '−' : '+'
  return `${sign}${text} %`
}
