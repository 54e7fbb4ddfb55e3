import { billDay } from '#domain/bills/bill-day.ts'
import type { BillSide } from '#domain/bills/bill-side.ts'
import type { BillFacts, FoundBill } from '#domain/bills/found-bill.ts'
import type { Terms } from '#domain/contracts/contract-terms.ts'
import { type ByHand, givenOf, writtenByHand } from '#domain/invoices/by-hand.ts'
import { type ComputedInvoice, computeInvoice } from '#domain/invoices/compute-invoice.ts'
import { gstWarnings } from '#domain/invoices/gst-warning.ts'
import type { InvoiceInput } from '#domain/invoices/invoice-input.ts'
import type { InvoiceRequest } from '#domain/invoices/invoice-request.ts'
import { pricedLines } from '#domain/invoices/metered-lines.ts'
import { formatDayShort } from '#domain/kit/calendar.ts'
import { addDays, monthStart } from '#domain/kit/day-number.ts'
import { Exact } from '#domain/kit/decimal.ts'
import { type GstRates, gstPercentOn } from '#domain/kit/gst.ts'
import { cents, sumCents, toDecimalString, wholeCents } from '#domain/kit/money.ts'
import { badField } from '#domain/kit/problem.ts'
import type { GivenLine } from '#domain/pricing/given-line.ts'
import type { PendingCharge } from '#domain/pricing/pending-charge.ts'
import type { Opening } from '#server/books/opening-balance.ts'
import type { ContractRow, CustomerRow } from '#server/pricing/price-sources.ts'
import { dateWarnings, refuseLateDiscount } from './invoice-bounds.ts'

/** Everything an invoice is made from, as it was read; for one contract or for thousands. */
export interface InvoiceSources {
  today: string
  customer: CustomerRow
  contract: ContractRow | null
  bills: FoundBill[]
  period: { from: string; to: string } | null
  terms: Terms | null
  charges: PendingCharge[]
  opening: Opening
  /** What of the opening balance is the supplier's, where we collect for it. */
  supplier_rest: string
  split_collection: 'direct' | 'through_us'
  /** What holds where neither the request nor the contract has a percentage of its own. */
  gst_rates: GstRates
  use: InvoiceInput['use']
  /** What somebody wrote on an invoice that is read anew. */
  by_hand?: ByHand | undefined
  /** Of a credit note. */
  credit_gst?: string | undefined
}

export interface Proposed {
  input: InvoiceInput
  computed: ComputedInvoice
  contract: ContractRow | null
  opening: Opening
  bills: FoundBill[]
  charges: PendingCharge[]
  /** What a bill that is captured with it is taxed at. */
  gstOf(bill: BillFacts): string
}

/** Puts what was read in the order the engine takes, and lets it compute. */
export function assembleInvoice(request: InvoiceRequest, sources: InvoiceSources): Proposed {
  const { customer, contract, bills, charges, opening, terms } = sources
  // Without a contract there is no supplier beside us, and every line is ours.
  // Not in the specification: our choice.
  const isSplit = customer.simple_invoicing && contract !== null
  if (isSplit && new Set(bills.map(({ bill }) => plainPercent(bill.ppd_percent))).size > 1)
    throw badField('bill', 'These bills have different discounts: invoice them apart.')
  const input: InvoiceInput = {
    period: sources.period,
    billing: isSplit ? 'split' : 'standard',
    split_collection: sources.split_collection,
    ...percents(request, sources),
    use: sources.use,
    ...linesOf(request, sources, isSplit),
    bills: bills.map(sideOf),
    ...(sources.credit_gst === undefined ? {} : { credit_gst: sources.credit_gst }),
    late_fees: lateFees(request, charges),
    ...openingOf(request, sources, isSplit),
    ...dates(sources.today, request, terms, bills),
  }
  const computed = computeInvoice(input)
  refuseLateDiscount(computed.fields)
  const warnings = [
    ...computed.warnings,
    ...dateWarnings(input.invoice_date, sources.today),
    ...otherGst(request, input, sources),
  ]
  const gstOf = (bill: BillFacts) => billGst(bill, input, sources)
  return { input, computed: { ...computed, warnings }, contract, opening, bills, charges, gstOf }
}

/** What the contract agreed on is nobody's slip. */
function otherGst(
  { credits_id }: InvoiceRequest,
  { gst_percent, invoice_date }: InvoiceInput,
  { terms, gst_rates }: InvoiceSources,
) {
  const isAgreed = terms?.gst_percent != null && new Exact(terms.gst_percent).eq(gst_percent)
  return isAgreed ? [] : gstWarnings(gst_rates, { gst_percent, invoice_date, credits_id })
}

/**
 * A supplier's bill is of its own day. In split billing its lines are the invoice's, and one with a
 * percentage of its own, such as none, hands it on.
 */
function billGst(bill: BillFacts, input: InvoiceInput, { gst_rates, today }: InvoiceSources) {
  const { billing, gst_percent, invoice_date } = input
  const isUsual = new Exact(gstPercentOn(gst_rates, invoice_date)).eq(gst_percent)
  if (billing === 'split' || !isUsual) return gst_percent
  return gstPercentOn(gst_rates, billDay(bill, today))
}

/** Through us a page's old items are partly the supplier's, and so is what its bills ask beside. */
function openingOf(
  request: InvoiceRequest,
  { opening, bills, split_collection, supplier_rest }: InvoiceSources,
  isSplit: boolean,
) {
  const asked = request.opening_balance ?? opening.amount
  if (!isSplit || split_collection === 'direct') return { reliance_opening_balance: asked }
  const differences = bills.map(({ bill }) => cents(bill.supplier_difference ?? '0.00'))
  return {
    reliance_opening_balance: toDecimalString(wholeCents(cents(asked) - cents(supplier_rest))),
    supplier_rest,
    supplier_difference: toDecimalString(sumCents(differences)),
  }
}

function percents(request: InvoiceRequest, { terms, gst_rates, today }: InvoiceSources) {
  const day = request.invoice_date ?? today
  const pick = (name: 'discount_percent' | 'gst_percent' | 'service_fee_percent', first: string) =>
    plainPercent(request[name] ?? terms?.[name] ?? first)
  return {
    discount_percent: pick('discount_percent', '0'),
    gst_percent: pick('gst_percent', gstPercentOn(gst_rates, day)),
    service_fee_percent: pick('service_fee_percent', '0'),
  }
}

// 15.0000 of the database and 15 of the editor are the same percentage, and print the same.
const plainPercent = (value: string) => (value.includes('.') ? value.replace(/\.?0+$/, '') : value)

/**
 * What is given beside rates and bills. In split billing the lines are the supplier's, so that
 * credits and fees of ours stand in our own block. Not in the specification: our choice.
 */
function linesOf(
  request: InvoiceRequest,
  { charges, by_hand, use, period }: InvoiceSources,
  isSplit: boolean,
): Pick<InvoiceInput, 'lines' | 'own_charges' | 'left_out'> {
  const sent = request.lines
  if (!sent) {
    const waiting = charges.filter((charge) => charge.charge_type !== 'late_fee').map(chargeLine)
    const { lines, left_out } = by_hand ?? { lines: [], left_out: [] }
    return isSplit
      ? withOwn([...lines], waiting)
      : { lines: [...lines, ...waiting], ...(left_out.length > 0 ? { left_out } : {}) }
  }
  if (!isSplit) {
    const { lines, left_out } = writtenByHand(sent, pricedLines({ use, period }))
    return { lines, ...(left_out.length > 0 ? { left_out } : {}) }
  }
  const beside = sent.filter((line) => line.source !== 'bill' && line.source !== 'own')
  const own = sent.filter((line) => line.source === 'own')
  return withOwn(beside.map(givenOf), own.map(givenOf))
}

const withOwn = (lines: GivenLine[], own_charges: GivenLine[]) =>
  own_charges.length > 0 ? { lines, own_charges } : { lines }

function chargeLine({ id, name, amount }: PendingCharge): GivenLine {
  const each = { quantity: '1', rate: amount, unit: 'each', discountable: false }
  return { name, ...each, pending_charge_id: id }
}

function sideOf({ bill }: FoundBill): BillSide {
  return {
    supplier_statement_number: bill.supplier_statement_number,
    lines: bill.lines,
    ppd_percent: bill.ppd_percent,
    opening_balance: bill.opening_balance ?? '0.00',
    printed_total: bill.printed_total,
    printed_gst: bill.printed_gst,
  }
}

function lateFees(request: InvoiceRequest, charges: readonly PendingCharge[]) {
  if (request.late_payment_fee_amount !== undefined)
    return [{ name: 'Late payment fee', amount: request.late_payment_fee_amount }]
  return charges
    .filter((charge) => charge.charge_type === 'late_fee')
    .map(({ name, amount }) => ({ name, amount }))
}

function dates(
  today: string,
  request: InvoiceRequest,
  terms: Terms | null,
  bills: readonly FoundBill[],
) {
  return {
    invoice_date: request.invoice_date ?? today,
    due_date: request.due_date ?? null,
    discounted_date: request.discounted_date ?? null,
    supplier_due_date: bills.flatMap(({ bill }) => bill.supplier_due_date ?? []).sort()[0] ?? null,
    due: {
      due_date_type: request.due_date_type ?? terms?.due_date_type ?? 'offset',
      due_date_value_offset: request.due_date_value_offset ?? terms?.due_date_value_offset ?? 20,
      due_date_value_fixed: request.due_date_value_fixed ?? terms?.due_date_value_fixed ?? 20,
    },
  }
}

/** The days asked for, else those of the bill, else what is not billed yet up to last month. */
export function periodOf(
  today: string,
  request: InvoiceRequest,
  contract: ContractRow | null,
  bills: readonly FoundBill[],
): { from: string; to: string } | null {
  const starts = bills.flatMap(({ bill }) => bill.period_start ?? []).sort()
  const ends = bills.flatMap(({ bill }) => bill.period_end ?? []).sort()
  const billed = contract?.billed_to_date
  const next = billed ? addDays(billed, 1) : null
  const from = request.period_start ?? starts[0] ?? next ?? contract?.date_start ?? null
  const to = request.period_end ?? ends.at(-1) ?? (contract ? lastMonthEnd(today, from) : null)
  if (!from || !to) return null
  if (to < from) throw badField('period_end', 'The period ends before it starts.')
  refuseBilledElsewhere(from, contract)
  return { from, to }
}

/** Days from before a contract came here were billed there. */
function refuseBilledElsewhere(from: string, contract: ContractRow | null): void {
  const elsewhere = contract?.billed_elsewhere_date
  if (!elsewhere || from > elsewhere) return
  const day = formatDayShort(elsewhere)
  throw badField('period_start', `The contract was billed elsewhere up to ${day}.`)
}

function lastMonthEnd(today: string, from: string | null): string {
  const end = addDays(monthStart(today), -1)
  return from && end < from ? today : end
}
