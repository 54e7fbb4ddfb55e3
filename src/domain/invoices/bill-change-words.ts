import { formatDayShort } from '#domain/kit/calendar.ts'
import { Exact } from '#domain/kit/decimal.ts'
import { type Cents, formatMoney, wholeCents } from '#domain/kit/money.ts'
import { unitWord } from '#domain/kit/words.ts'
import type { ChangeKey, ComparedInvoice } from './bill-change.ts'
import {
  type ChargedRate,
  type ComparedLine,
  type ExactNumber,
  isGuessed,
} from './compared-lines.ts'

interface Compared {
  previous: ComparedInvoice
  current: ComparedInvoice
  lines: readonly ComparedLine[]
  isReplacement: boolean
}

const tellers: Record<ChangeKey, (compared: Compared) => string> = {
  use: useWords,
  readings: readingsWords,
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
  readings: 'Missing and estimated readings make no difference.',
  price: 'The prices are the same.',
  days: 'The number of days makes no difference.',
  discount: 'The discount is the same.',
  fees: 'Fees and other charges are the same.',
}

const metered = new Set(['kWh', 'GJ', 'm3'])
const plain = (value: ExactNumber, places = 6) => value.toDecimalPlaces(places).toFixed()

function useWords({ lines, isReplacement }: Compared): string {
  const told = quantityWords(lines.filter((line) => !isGuessed(line)))
  const what = isReplacement ? 'Use was corrected' : 'Use changed'
  return told.length > 0 ? `${what}: ${told.join(', ')}.` : 'A little more or less was used.'
}

function readingsWords({ lines, isReplacement }: Compared): string {
  const guessed = lines.filter(isGuessed)
  if (isReplacement && guessed.every((line) => !line.isGuessedNow)) return readNow(guessed)
  const missing = Math.max(0, ...guessed.map((line) => line.missing_days))
  const why = [
    ...(missing > 0 ? [`${missing} days have no reading`] : []),
    ...(guessed.some((line) => line.isEstimated) ? ['readings were estimated'] : []),
  ]
  const told = quantityWords(guessed)
  const amounts = told.length > 0 ? `: ${told.join(', ')}` : ''
  return `Not known from readings yet (${why.join(', ')})${amounts}.`
}

/** The same days are billed again, and what had to be guessed for them is known. */
function readNow(lines: readonly ComparedLine[]): string {
  const told = quantityWords(lines)
  const what = lines.some((line) => line.isEstimated)
    ? 'Estimated before and read now'
    : 'Not read before and read now'
  return told.length > 0 ? `${what}: ${told.join(', ')}.` : `${what}.`
}

/** Over as many days the amounts are told, else what they come to a day. */
function quantityWords(lines: readonly ComparedLine[]): string[] {
  return lines.flatMap((line) => {
    const { name, unit, use, ratesBefore, ratesNow, daysBefore, daysNow } = line
    if (use.isZero() || ratesBefore.length === 0 || ratesNow.length === 0) return []
    const isDaily = metered.has(unit) && daysBefore !== daysNow && daysBefore > 0 && daysNow > 0
    const [before, now] = isDaily
      ? [line.quantityBefore.div(daysBefore), line.quantityNow.div(daysNow)]
      : [line.quantityBefore, line.quantityNow]
    // As many decimals as it takes to tell them apart.
    const places = [2, 4, 6].find((count) => plain(before, count) !== plain(now, count))
    if (places === undefined) return []
    const each = isDaily ? ' a day' : ''
    return [
      `${name} ${plain(now, places)} ${unitWord(unit)}${each} instead of ${plain(before, places)}`,
    ]
  })
}

function priceWords({ lines, previous, current }: Compared): string {
  const told = lines.flatMap(({ name, unit, ratesBefore, ratesNow, price }) => {
    if (ratesBefore.length === 0) return [`${name} is new`]
    if (ratesNow.length === 0) return [`${name} is no longer charged`]
    const [before, now] = [rateWords(ratesBefore), rateWords(ratesNow)]
    if (price.isZero() || before === now) return []
    return [`${name} ${now} instead of ${before} per ${unitWord(unit)}`]
  })
  if (!same(previous.gst_percent, current.gst_percent))
    told.push(`GST ${percent(current.gst_percent)} instead of ${percent(previous.gst_percent)}`)
  return told.length > 0 ? `Prices changed: ${told.join(', ')}.` : 'Rounding to whole cents.'
}

/** The rates as they were agreed, never an average nobody has seen. */
function rateWords(rates: readonly ChargedRate[]): string {
  return rates
    .map(({ rate, from }, place) =>
      place > 0 && from ? `from ${formatDayShort(from)} ${rate}` : rate,
    )
    .join(' and ')
}

function daysWords({ previous, current, isReplacement }: Compared): string {
  const { period_days: before } = previous
  const { period_days: now } = current
  if (before === null || now === null || before === now) return 'The days charged for changed.'
  if (isReplacement) return `It bills ${now} days instead of ${before}.`
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
    return before === now ? [] : [`${label} ${dollars(now)} instead of ${dollars(before)}`]
  })
  return told.length > 0 ? `${told.join(', ')}.` : 'Fees and other charges changed.'
}

/** The sign stands before the dollars: −$57.50. */
function dollars(amount: string): string {
  return amount.startsWith('-') ? `−$${formatMoney(amount.slice(1))}` : `$${formatMoney(amount)}`
}

const percent = (value: string | null) => `${new Exact(value ?? '0').toFixed()} %`

function same(a: string | null, b: string | null): boolean {
  return new Exact(a ?? '0').eq(b ?? '0')
}
