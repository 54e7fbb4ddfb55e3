import { formatDayShort } from '#domain/kit/calendar.ts'
import { cents, formatMoney } from '#domain/kit/money.ts'
import { plural } from '#domain/kit/wording.ts'
import { amountChecks } from './bill-checks-amounts.ts'
import { normalisedNumber } from './bill-file-columns.ts'
import type { BillRecalculation, PrintedLine } from './bill-recalculation.ts'
import type { BillCheckCode, BillRules } from './bill-rules.ts'

/** E stops the approval, W is acknowledged by its code, I is worth knowing. */
export interface BillCheck {
  code: BillCheckCode
  severity: 'E' | 'W' | 'I'
  message: string
  figures?: Record<string, string>
}

export interface CheckedBill {
  supplier_id: number | null
  account_number_with_supplier: string | null
  period_start: string | null
  period_end: string | null
  period_days: number | null
  supplier_due_date: string | null
  /** Null where nobody wrote one: then it is that of the bill's day. */
  gst_percent: string | null
  lines: readonly PrintedLine[]
  /** The bill's own figures as we compute them, with GST. */
  undiscounted_bill_sum: string
  othercharges_total: string
  opening_balance: string
  due_total: string
  due_gst: string
  /** What the supplier printed, where the file says so. */
  printed_total: string | null
  printed_gst: string | null
}

/** Another live bill of the same contract. */
export interface OtherBill {
  supplier_statement_number: string | null
  period_start: string
  period_end: string
  period_days: number
  undiscounted_bill_sum: string
  othercharges_total: string
}

export interface BillCheckInput {
  bill: CheckedBill
  contract: {
    contract_number: string
    supplier_id: number | null
    account_number_with_supplier: string | null
    date_start: string | null
    date_end: string | null
  } | null
  others: readonly OtherBill[]
  /** Null where there is nothing to compute it from. */
  recalculation: BillRecalculation | null
  tolerance: string
  /** Which checks are on, with their limits. */
  rules: BillRules
  /** The percentage of GST that holds on the bill's day. */
  gst_percent: string
  /** The printed balance from before beside our books; null where nothing can be said. */
  difference: { printed: string; balance: string; amount: string } | null
}

export type Say = (code: BillCheckCode, message: string, figures?: Record<string, string>) => void

/** Everything somebody should know before a supplier's bill is owed. */
export function checkBill(input: BillCheckInput): BillCheck[] {
  const checks: BillCheck[] = []
  const say: Say = (code, message, figures) => {
    if (!input.rules[code].isOn) return
    // The first letter of a code is how serious it is.
    const severity = code.slice(0, 1) as BillCheck['severity']
    checks.push({ code, severity, message, ...(figures ? { figures } : {}) })
  }
  contractChecks(input, say)
  periodChecks(input, say)
  amountChecks(input, say)
  recalculationChecks(input, say)
  differenceCheck(input, say)
  const rank = { E: 0, W: 1, I: 2 }
  return checks.sort((a, b) => rank[a.severity] - rank[b.severity])
}

function contractChecks({ bill, contract }: BillCheckInput, say: Say): void {
  if (bill.supplier_id === null) say('E04', 'The bill names no supplier.')
  if (!contract) {
    say('E01', 'No contract has this account number or connection.')
    return
  }
  if (bill.supplier_id !== null && contract.supplier_id !== bill.supplier_id)
    say('E02', `Contract ${contract.contract_number} is with another supplier.`)
  const [billed, agreed] = [bill, contract].map((side) => side.account_number_with_supplier)
  if (billed && agreed && normalisedNumber(billed) !== normalisedNumber(agreed))
    say('W10', `The bill is for account ${billed}, the contract’s account is ${agreed}.`)
}

function periodChecks({ bill, contract, others, rules }: BillCheckInput, say: Say): void {
  const { period_start: from, period_end: to } = bill
  if (!bill.supplier_due_date) say('W06', 'The bill says no day by which it is due.')
  if (!from || !to) {
    say('E03', 'The bill says no period.')
    return
  }
  const doubled = others.filter((other) => other.period_start <= to && other.period_end >= from)
  for (const { supplier_statement_number, period_start, period_end } of doubled.slice(0, 3)) {
    const days = `${formatDayShort(period_start)} – ${formatDayShort(period_end)}`
    say('W01', `Bill ${supplier_statement_number ?? 'without a number'} covers ${days} already.`)
  }
  const before = others.filter((other) => other.period_end < from)
  const last = before
    .map((other) => other.period_end)
    .sort()
    .at(-1)
  const next = last && Temporal.PlainDate.from(last).add({ days: 1 }).toString()
  if (next && next < from && doubled.length === 0) {
    const { days } = Temporal.PlainDate.from(next).until(from)
    const words = plural(days, 'day')
    if (days >= rules.I03.parameters.days)
      say('I03', `${words} from ${formatDayShort(next)} on no bill of this contract.`)
  }
  if (contract?.date_start && from < contract.date_start)
    say('W02', `The contract starts on ${formatDayShort(contract.date_start)} only.`)
  if (contract?.date_end && to > contract.date_end)
    say('W02', `The contract ended on ${formatDayShort(contract.date_end)}.`)
}

function recalculationChecks({ recalculation, contract }: BillCheckInput, say: Say): void {
  if (!recalculation) {
    if (contract) say('I02', 'There are no buy rates or readings to recalculate it from.')
    return
  }
  const { supplier_total, our_total, difference, isWithin, lines } = recalculation
  if (isWithin) return
  const missing = Math.max(0, ...lines.map((line) => line.missing_days))
  const why = missing > 0 ? ` ${plural(missing, 'day')} of ours have no reading.` : ''
  say(
    'W08',
    `The charges are $${formatMoney(supplier_total)}, by our buy rates $${formatMoney(our_total)} (difference ${formatMoney(difference)}).${why}`,
    { supplier_total, our_total, difference },
  )
}

/** Accepted, it is booked with the bill; disputed, it comes back with the next one. */
function differenceCheck({ difference }: BillCheckInput, say: Say): void {
  if (!difference || cents(difference.amount) === 0) return
  const { printed, balance, amount } = difference
  say(
    'W11',
    `The opening balance is $${formatMoney(printed)}, our books say $${formatMoney(balance)} (difference ${formatMoney(amount)}).`,
    difference,
  )
}
