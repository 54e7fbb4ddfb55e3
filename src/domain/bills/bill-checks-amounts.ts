import { Exact } from '#domain/kit/decimal.ts'
import {
  type Cents,
  cents,
  formatMoney,
  sumCents,
  toDecimalString,
  wholeCents,
} from '#domain/kit/money.ts'
import { round2, roundGst, toDollars } from '#domain/kit/rounding.ts'
import type { BillCheckInput, OtherBill, Say } from './bill-checks.ts'
import { printedAmount } from './bill-recalculation.ts'

/** Whether the figures of a bill agree with each other and with the bills before it. */
export function amountChecks(input: BillCheckInput, say: Say): void {
  const { bill } = input
  if (bill.lines.length === 0) say('W09', 'The bill has no lines.')
  lineCheck(input, say)
  totalCheck(input, say)
  gstCheck(input, say)
  if (cents(bill.due_total) < 0)
    say('I01', `The supplier owes ${formatMoney(wholeCents(-cents(bill.due_total)))}.`)
  highCheck(input, say)
}

const within = (a: Cents, b: Cents, tolerance: Cents) => Math.abs(a - b) <= tolerance

/** How far a printed figure may be from ours: so many cents, or so many for each line. */
function slackOf({ bill, rules }: BillCheckInput, code: 'W03' | 'W04' | 'W05'): Cents {
  const { parameters } = rules[code]
  return wholeCents(Math.max(parameters.cents, parameters.cents_per_line * bill.lines.length))
}

function lineCheck(input: BillCheckInput, say: Say): void {
  const { bill } = input
  const printed = sumCents(bill.lines.map(printedAmount))
  const computed = sumCents(
    bill.lines.map((line) => round2(new Exact(line.quantity).times(line.rate))),
  )
  if (within(printed, computed, slackOf(input, 'W03'))) return
  const figures = { printed: toDecimalString(printed), computed: toDecimalString(computed) }
  say(
    'W03',
    `The amounts of the lines add up to $${formatMoney(printed)}, their quantities and rates to $${formatMoney(computed)}.`,
    figures,
  )
}

/** A supplier prints what is due with its discount or without. */
function totalCheck(input: BillCheckInput, say: Say): void {
  const { bill } = input
  if (bill.printed_total === null) return
  const printed = cents(bill.printed_total)
  const inTime = cents(bill.due_total)
  const parts = [bill.undiscounted_bill_sum, bill.othercharges_total, bill.opening_balance]
  const later = sumCents(parts.map(cents))
  if ([inTime, later].some((due) => within(printed, due, slackOf(input, 'W04')))) return
  say('W04', `The bill says $${formatMoney(printed)}, its lines come to $${formatMoney(inTime)}.`, {
    printed: bill.printed_total,
    computed: bill.due_total,
  })
}

function gstCheck(input: BillCheckInput, say: Say): void {
  const { bill, gst_percent } = input
  if (bill.gst_percent !== null && !new Exact(bill.gst_percent).eq(gst_percent)) {
    const percent = new Exact(bill.gst_percent).toFixed()
    say('W05', `GST is ${gst_percent} % of the charges, this bill has ${percent} %.`)
    return
  }
  if (bill.printed_gst === null) return
  const charges = sumCents(bill.lines.map(printedAmount))
  const ofCharges = roundGst(toDollars(charges).times(gst_percent).div(100))
  const printed = cents(bill.printed_gst)
  // Suppliers round line by line, or take GST on what is left after the discount.
  const slack = slackOf(input, 'W05')
  if ([ofCharges, cents(bill.due_gst)].some((gst) => within(printed, gst, slack))) return
  say(
    'W05',
    `GST is $${formatMoney(printed)}, ${gst_percent} % of the charges is $${formatMoney(ofCharges)}.`,
    { printed: bill.printed_gst, computed: toDecimalString(ofCharges) },
  )
}

function highCheck({ bill, others, rules }: BillCheckInput, say: Say): void {
  const { times, bills_needed, bills_compared } = rules.W07.parameters
  const { period_start, period_days } = bill
  if (!period_start || !period_days) return
  const earlier = others
    .filter((other) => other.period_end < period_start && other.period_days > 0)
    .sort((a, b) => (a.period_end < b.period_end ? 1 : -1))
    .slice(0, bills_compared)
  if (earlier.length === 0 || earlier.length < bills_needed) return
  const days = earlier.reduce((sum, other) => sum + other.period_days, 0)
  const usual = toDollars(sumCents(earlier.map(chargesOf))).div(days)
  const now = toDollars(chargesOf(bill)).div(period_days)
  if (usual.lte(0) || now.lte(usual.times(times))) return
  const [a, b] = [round2(now), round2(usual)]
  say('W07', `It charges $${formatMoney(a)} a day; usual are $${formatMoney(b)}.`, {
    a_day: toDecimalString(a),
    usual_a_day: toDecimalString(b),
  })
}

const chargesOf = (bill: Pick<OtherBill, 'undiscounted_bill_sum' | 'othercharges_total'>) =>
  wholeCents(cents(bill.undiscounted_bill_sum) + cents(bill.othercharges_total))
