import { Exact } from '#domain/kit/decimal.ts'
import { type Cents, formatMoney, wholeCents } from '#domain/kit/money.ts'
import type { ChangeKey, ComparedInvoice } from './bill-change.ts'
import type { ComparedLine, ExactNumber } from './compared-lines.ts'

interface Compared {
  previous: ComparedInvoice
  current: ComparedInvoice
  lines: readonly ComparedLine[]
}

const tellers: Record<ChangeKey, (compared: Compared) => string> = {
  use: useWords,
  price: priceWords,
  days: daysWords,
  discount: discountWords,
  fees: feesWords,
}

/** One cause of a change, as one would tell the customer. */
export function changeWords(key: ChangeKey, amount: Cents, compared: Compared): string {
  if (amount === 0) return unchanged[key]
  const effect = `$${formatMoney(wholeCents(Math.abs(amount)))} ${amount > 0 ? 'more' : 'less'}`
  return `${tellers[key](compared)} That is ${effect}.`
}

const unchanged: Record<ChangeKey, string> = {
  use: 'Your use per day is the same.',
  price: 'The prices are the same.',
  days: 'The number of days makes no difference.',
  discount: 'The discount is the same.',
  fees: 'Fees and other charges are the same.',
}

const metered = new Set(['kWh', 'GJ', 'm3'])
const plain = (value: ExactNumber, places = 6) => value.toDecimalPlaces(places).toFixed()
const unitWord = (unit: string) => (unit === 'm3' ? 'm³' : unit)

function useWords({ lines }: Compared): string {
  const used = lines.filter(
    (line) => metered.has(line.unit) && !line.use.isZero() && line.rateBefore && line.rateNow,
  )
  if (used.length === 0) return 'You used a different amount.'
  const told = used.map(
    ({ name, unit, quantityBefore, quantityNow }) =>
      `${name} ${plain(quantityNow, 2)} ${unitWord(unit)} instead of ${plain(quantityBefore, 2)}`,
  )
  return `Use per day changed: ${told.join(', ')}.`
}

function priceWords({ lines, previous, current }: Compared): string {
  const told = lines.flatMap(({ name, unit, rateBefore, rateNow }) => {
    if (!rateBefore) return [`${name} is new`]
    if (!rateNow) return [`${name} is no longer charged`]
    if (rateBefore.eq(rateNow)) return []
    return [`${name} ${plain(rateNow)} instead of ${plain(rateBefore)} per ${unitWord(unit)}`]
  })
  if (!same(previous.gst_percent, current.gst_percent))
    told.push(`GST ${percent(current.gst_percent)} instead of ${percent(previous.gst_percent)}`)
  return told.length > 0 ? `Prices changed: ${told.join(', ')}.` : 'Rounding to whole cents.'
}

function daysWords({ previous, current }: Compared): string {
  const { period_days: before } = previous
  const { period_days: now } = current
  if (before === null || now === null || before === now) return 'The days charged for changed.'
  return `This period has ${now} days, the one before had ${before}.`
}

function discountWords({ previous, current }: Compared): string {
  if (same(previous.discount_percent, current.discount_percent))
    return `Your discount of ${percent(current.discount_percent)} is taken off another amount.`
  return `Your discount is ${percent(current.discount_percent)}, it was ${percent(previous.discount_percent)}.`
}

function feesWords({ previous, current }: Compared): string {
  const kinds = [
    ['Service fee', 'discounted_service_fee'],
    ['Other charges', 'othercharges_total'],
    ['Our own charges', 'owncharges_total'],
    ['Late payment fees', 'late_payment_fee_total'],
  ] as const
  const told = kinds.flatMap(([label, field]) => {
    const [before, now] = [previous[field] ?? '0.00', current[field] ?? '0.00']
    return before === now
      ? []
      : [`${label} $${formatMoney(now)} instead of $${formatMoney(before)}`]
  })
  return told.length > 0 ? `${told.join(', ')}.` : 'Fees and other charges changed.'
}

const percent = (value: string | null) => `${new Exact(value ?? '0').toFixed()} %`

function same(a: string | null, b: string | null): boolean {
  return new Exact(a ?? '0').eq(b ?? '0')
}
