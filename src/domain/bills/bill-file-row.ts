import { isDay } from '#domain/kit/calendar.ts'
import { Exact } from '#domain/kit/decimal.ts'
import { DECIMAL_SHAPES, isDecimalText, parseDecimal } from '#domain/kit/decimal-text.ts'
import { normaliseIcp } from '#domain/kit/icp.ts'
import { parseMoney } from '#domain/kit/money.ts'
import { readWholeDay } from '#domain/kit/typed-day.ts'
import type { BillColumn } from './bill-file-columns.ts'
import type { PrintedLine } from './bill-recalculation.ts'

/** What every line of a statement repeats. */
export interface StatementHead {
  account_number_with_supplier: string | null
  date_issued: string | null
  supplier_due_date: string | null
  ppd_percent: string | null
  opening_balance: string | null
  printed_gst: string | null
  printed_total: string | null
}

export interface BillFileRow {
  supplier_statement_number: string
  icp: string | null
  head: StatementHead
  line: PrintedLine
}

// Five hundred such lines with GST are still an amount we can keep.
const MOST = 1_000_000_000
const isBearable = (amount: string | InstanceType<typeof Exact>) => new Exact(amount).abs().lt(MOST)

type Cell = (name: BillColumn) => string
type Say = (message: string) => null

/** One line of the file, or everything that is wrong with it. */
export function readBillRow(cell: Cell): { row: BillFileRow } | { messages: string[] } {
  const messages: string[] = []
  const say: Say = (message) => {
    messages.push(message)
    return null
  }
  const money = (name: BillColumn) => {
    const text = cell(name)
    if (text === '') return null
    const amount = parseMoney(text)
    if (amount === null) return say(`“${text}” is not an amount.`)
    return isBearable(amount) ? amount : say(`“${text}” is more than a bill can be.`)
  }
  const head: StatementHead = {
    account_number_with_supplier: shortText(cell('account_number_with_supplier'), say),
    date_issued: readDay(cell('date_issued'), say),
    supplier_due_date: readDay(cell('supplier_due_date'), say),
    ppd_percent: readPercent(cell('ppd_percent'), say),
    opening_balance: money('opening_balance'),
    printed_gst: money('printed_gst'),
    printed_total: money('printed_total'),
  }
  const supplier_statement_number = shortText(cell('supplier_statement_number'), say) ?? ''
  const line = readLine(cell, money('amount'), say)
  if (messages.length > 0 || !line) return { messages }
  const icp = cell('icp') ? normaliseIcp(cell('icp')) : null
  return { row: { supplier_statement_number, icp, head, line } }
}

function readLine(cell: Cell, amount: string | null, say: Say): PrintedLine | null {
  const name = cell('line_name')
  if (name === '' || name.length > 200) say('The charge needs a name of at most 200 letters.')
  const [from, to] = [readDay(cell('from'), say), readDay(cell('to'), say)]
  if (from && to && to < from) say('The period ends before it starts.')
  const quantity = readNumber(cell('quantity'), DECIMAL_SHAPES.quantity.scale, say)
  const cents = readNumber(cell('rate_cents'), DECIMAL_SHAPES.rate.scale - 2, say)
  const given = readNumber(cell('rate'), DECIMAL_SHAPES.rate.scale, say)
  const rate = given ?? (cents === null ? null : plainText(new Exact(cents).div(100)))
  // Somebody has said already what is wrong with the amount.
  if (amount === null && cell('amount') !== '') return null
  const counted = countedAs({ quantity, rate, amount }, say)
  const discountable = readYes(cell('discountable'), say)
  if (!counted || discountable === null) return null
  if (!isBearable(new Exact(counted.quantity).times(counted.rate)) || !isBearable(counted.rate))
    return say('The charge is more than a bill can be.')
  const unit = cell('unit').slice(0, 20) || 'each'
  return { name, ...counted, unit, discountable, from, to, ...(amount === null ? {} : { amount }) }
}

interface Numbers {
  quantity: string | null
  rate: string | null
  amount: string | null
}

/** A charge is a quantity times a rate; what the file leaves out follows from the rest. */
function countedAs({ quantity, rate, amount }: Numbers, say: Say) {
  if (quantity !== null && rate !== null)
    return { quantity, rate: amount === null ? rate : unroundedRate(quantity, rate, amount) }
  if (quantity === null && rate !== null && (amount === null || new Exact(amount).eq(rate)))
    return { quantity: '1', rate }
  if (amount === null) return say('The charge needs an amount, or a quantity and a rate.')
  if (rate !== null) return say('The charge needs a quantity beside its rate.')
  if (quantity === null || new Exact(quantity).isZero())
    return { quantity: '1', rate: plainText(new Exact(amount)) }
  return { quantity, rate: rateFrom(amount, quantity) }
}

/** The amount is what is owed; a rate that was only printed with too few decimals follows it. */
function unroundedRate(quantity: string, rate: string, amount: string): string {
  const printed = new Exact(rate)
  const off = new Exact(quantity).times(printed).minus(amount).abs()
  const lostInRate = new Exact(10).pow(-printed.decimalPlaces()).div(2).times(quantity).abs()
  const isSame = off.lt('0.005')
  return isSame || off.gt(lostInRate.plus('0.005')) ? rate : rateFrom(amount, quantity)
}

function rateFrom(amount: string, quantity: string): string {
  const rate = new Exact(amount).div(quantity)
  return plainText(rate.toDecimalPlaces(DECIMAL_SHAPES.rate.scale))
}

const plainText = (value: InstanceType<typeof Exact>) => value.toFixed()

function readNumber(text: string, scale: number, say: Say): string | null {
  if (text === '') return null
  const number = parseDecimal(text.replace(/^(-?)\s*\$/, '$1'), scale)
  // Ten digits before the point is what a line of a bill may have.
  if (number === null || !isDecimalText(number, { precision: 10 + scale, scale }))
    return say(`“${text}” is not a number we can use.`)
  return plainText(new Exact(number))
}

function readPercent(text: string, say: Say): string | null {
  const number = readNumber(text.replace(/\s*%$/, ''), DECIMAL_SHAPES.percent.scale, say)
  if (number === null) return null
  const isPercent = new Exact(number).gte(0) && new Exact(number).lte(100)
  return isPercent ? number : say(`“${text}” is not a discount from 0 to 100 %.`)
}

// Only whole dates: what a cell means must not depend on the day somebody reads it.
function readDay(text: string, say: Say): string | null {
  if (text === '') return null
  const isWhole = /^\d{1,2}[/.-]\d{1,2}[/.-]\d{2,4}$|^\d{1,2}[ -][a-z]{3,9}[ -]\d{2,4}$/i.test(text)
  const day = isDay(text) ? text : isWhole ? readWholeDay(text) : null
  return day ?? say(`“${text}” is not a day.`)
}

function readYes(text: string, say: Say): boolean | null {
  if (/^(|y|yes|true|1|t)$/i.test(text)) return true
  if (/^(n|no|false|0|f)$/i.test(text)) return false
  return say(`“${text}” is neither yes nor no.`)
}

function shortText(text: string, say: Say): string | null {
  if (text.length > 60) return say(`“${text.slice(0, 20)}…” is longer than 60 letters.`)
  return text || null
}
