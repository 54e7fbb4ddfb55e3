import { billSums } from '#domain/bills/bill-sums.ts'
import { daysIn } from '#domain/kit/day-number.ts'
import { Exact } from '#domain/kit/decimal.ts'
import { percentOf, plain, plainText } from '#domain/kit/figure.ts'
import { type Cents, cents, sumCents, toDecimalString, wholeCents } from '#domain/kit/money.ts'
import type { BilledLine } from '#domain/pricing/billed-line.ts'
import { makeTracer, type Tracer, type TraceStep } from '#domain/pricing/trace.ts'
import { dueDateOf } from './due-date.ts'
import { ENGINE_VERSION, type EngineRules, rulesOf } from './engine-rules.ts'
import type { Invoice } from './invoice.ts'
import { type GstOutcomes, gstOutcomes } from './invoice-gst.ts'
import type { InvoiceInput } from './invoice-input.ts'
import { type ComputedLine, invoiceLines } from './invoice-lines.ts'
import { type InvoiceWarning, invoiceWarnings } from './invoice-warnings.ts'
import { type SupplierSums, supplierSums } from './supplier-sums.ts'

type AmountColumn = keyof (Charges & Fees & OwnCharges & SupplierSums & Totals)

/** What is computed into columns of the invoice: a name that is none of them does not compile. */
export type InvoiceFields = {
  [K in keyof Pick<Invoice, AmountColumn | 'reliance_opening_balance_gst'>]: string
} & Pick<
  Invoice,
  | ('invoice_date' | 'due_date' | 'discounted_date')
  | ('period_start' | 'period_end' | 'period_days')
  | ('discount_percent' | 'gst_percent' | 'service_fee_percent')
>

export interface Block {
  key: 'supplier' | 'charges' | 'othercharges' | 'service_fee' | 'late_fee' | 'owncharges'
  label: string
  discounted: string
  undiscounted: string
}

export interface ComputedInvoice {
  engine_version: string
  fields: InvoiceFields
  lines: BilledLine[]
  blocks: Block[]
  gst: Omit<GstOutcomes, 'reliance_opening_balance_gst'>
  trace: TraceStep[]
  warnings: InvoiceWarning[]
}

/** Everything an invoice says, from what it rests on: the same input gives the same answer. */
export function computeInvoice(input: InvoiceInput): ComputedInvoice {
  return compute(input, makeTracer(true), ENGINE_VERSION)
}

/** The amounts alone, with nothing told of how they came about: for comparing thousands. */
export function computeAmounts(
  input: InvoiceInput,
  engine_version: string = ENGINE_VERSION,
): Pick<ComputedInvoice, 'fields' | 'gst'> {
  return compute(input, makeTracer(false), engine_version)
}

function compute(input: InvoiceInput, tracer: Tracer, engine_version: string): ComputedInvoice {
  const rules = rulesOf(engine_version)
  const lines = invoiceLines(input, tracer, rules)
  const charges = chargesOf(lines, input, tracer, rules)
  const fees = feesOf(charges, input, tracer)
  const own = ownChargesOf(lines, input, tracer)
  const supplier = supplierSums(input, tracer, rules)
  const totals = totalsOf(input, tracer)
  const { reliance_opening_balance_gst, ...gst } = gstOutcomes(
    { ...charges, ...fees },
    input,
    tracer,
    rules,
  )
  const dates = datesOf(input)
  const { period } = input
  const amounts = { ...charges, ...fees, ...own, ...supplier, ...totals }
  return {
    engine_version,
    fields: {
      ...texts(amounts),
      reliance_opening_balance_gst,
      ...dates,
      period_start: period?.from ?? null,
      period_end: period?.to ?? null,
      period_days: period ? daysIn(period.from, period.to) : null,
      discount_percent: discountOf(input),
      gst_percent: input.gst_percent,
      service_fee_percent: input.service_fee_percent,
    },
    lines: lines.map(({ cents: _cents, ...line }) => line),
    blocks: blocksOf(charges, fees, own),
    gst,
    trace: tracer.steps,
    warnings: invoiceWarnings(input, lines, dates.due_date),
  }
}

/** In split billing the discount on the charges is the one the supplier gives. */
export function discountOf(input: InvoiceInput): string {
  return input.billing === 'split'
    ? (input.bills[0]?.ppd_percent ?? input.discount_percent)
    : input.discount_percent
}

type Charges = ReturnType<typeof chargesOf>
type Fees = ReturnType<typeof feesOf>
type OwnCharges = ReturnType<typeof ownChargesOf>
type Totals = ReturnType<typeof totalsOf>

function chargesOf(
  lines: readonly ComputedLine[],
  input: InvoiceInput,
  tracer: Tracer,
  rules: EngineRules,
) {
  const keysOf = (discountable: boolean) =>
    lines
      .filter((line) => line.discountable === discountable && line.source !== 'own')
      .map((line) => line.key)
  const printed = printedCharges(lines, input, rules)
  const charges_sum = tracer.sum('charges_sum', 'Charges without GST', keysOf(true))
  // A figure of the supplier's is told as such only where it is another than ours.
  const gstOf = (sum: Cents) => percentOf(sum, input.gst_percent, 'gst').cents
  const charges_gst =
    printed && printed.charges_gst !== gstOf(charges_sum)
      ? theirFigure('charges_gst', 'GST', printed.charges_gst, tracer)
      : gstOn('charges', charges_sum, input.gst_percent, tracer)
  const charges_total = tracer.sum('charges_total', 'Charges', ['charges_sum', 'charges_gst'])
  const othercharges_sum = tracer.sum(
    'othercharges_sum',
    'Other charges without GST',
    keysOf(false),
  )
  const givenBack = input.credit_gst === undefined ? undefined : cents(input.credit_gst)
  const othercharges_gst =
    printed && printed.other_gst !== gstOf(othercharges_sum)
      ? theirFigure('othercharges_gst', 'GST', printed.other_gst, tracer)
      : givenBack !== undefined && givenBack !== gstOf(othercharges_sum)
        ? theirFigure('othercharges_gst', 'GST', givenBack, tracer, 'As left of what it credits')
        : gstOn('othercharges', othercharges_sum, input.gst_percent, tracer)
  const othercharges_total = tracer.sum('othercharges_total', 'Other charges', [
    'othercharges_sum',
    'othercharges_gst',
  ])
  const rest = plain(new Exact(100).minus(discountOf(input)))
  const inTime = { key: 'charges_total', percent: rest, tracer }
  const discounted_charges =
    printed && printed.discounted !== percentOf(charges_total, rest, 'cent').cents
      ? theirFigure('discounted_charges', 'Charges paid in time', printed.discounted, tracer)
      : share('discounted_charges', 'Charges paid in time', charges_total, inTime)
  const discounted_subtotal = tracer.sum('discounted_subtotal', 'Paid in time, before our fee', [
    'discounted_charges',
    'othercharges_total',
  ])
  const isCredit = rules.aCreditHasOneOutcome && charges_total < 0
  const undiscounted_subtotal = tracer.sum('undiscounted_subtotal', 'Before our fee', [
    isCredit ? 'discounted_charges' : 'charges_total',
    'othercharges_total',
  ])
  return {
    charges_sum,
    charges_gst,
    charges_total,
    othercharges_sum,
    othercharges_gst,
    othercharges_total,
    discounted_charges,
    discounted_subtotal,
    undiscounted_subtotal,
  }
}

/** In split billing GST and discount are the supplier's own figures, and ours on lines beside them. */
function printedCharges(
  lines: readonly ComputedLine[],
  input: InvoiceInput,
  { supplierFiguresArePrinted }: EngineRules,
) {
  if (!supplierFiguresArePrinted || input.billing !== 'split' || input.bills.length === 0)
    return null
  const bills = input.bills.map((bill) => billSums(bill, input.gst_percent))
  const beside = lines.filter((line) => line.source === 'given')
  const sumOf = (discountable: boolean) =>
    sumCents(beside.filter((line) => line.discountable === discountable).map((line) => line.cents))
  const gstOf = (sum: Cents) => percentOf(sum, input.gst_percent, 'gst').cents
  const charges = sumOf(true)
  const rest = plain(new Exact(100).minus(discountOf(input)))
  const inTime = percentOf(sumCents([charges, gstOf(charges)]), rest, 'cent').cents
  return {
    charges_gst: sumCents([...bills.map((bill) => bill.charges_gst), gstOf(charges)]),
    other_gst: sumCents([...bills.map((bill) => bill.other_gst), gstOf(sumOf(false))]),
    discounted: sumCents([...bills.map((bill) => bill.discounted_bill_sum), inTime]),
  }
}

function theirFigure(
  key: string,
  label: string,
  amount: Cents,
  tracer: Tracer,
  formula = 'As the supplier’s bill says',
): Cents {
  return tracer.note({ key, label, formula, parts: [], rounding: 'none' }, amount)
}

function feesOf(charges: Charges, input: InvoiceInput, tracer: Tracer) {
  const percent = plainText(input.service_fee_percent)
  const fee = (key: string, label: string, base: Cents, baseKey: string) =>
    share(key, label, base, { key: baseKey, percent, tracer })
  const { discounted_subtotal, undiscounted_subtotal } = charges
  const discounted_service_fee = fee(
    'discounted_service_fee',
    'Service fee when paid in time',
    discounted_subtotal,
    'discounted_subtotal',
  )
  const undiscounted_service_fee = fee(
    'undiscounted_service_fee',
    'Service fee',
    undiscounted_subtotal,
    'undiscounted_subtotal',
  )
  const late = sumCents(input.late_fees.map(({ amount }) => cents(amount)))
  const late_payment_fee_amount = tracer.note(
    {
      key: 'late_payment_fee_amount',
      label: 'Late payment fees without GST',
      formula: input.late_fees.map(({ name, amount }) => `${name} ${amount}`).join(' + ') || '0.00',
      parts: [],
      rounding: 'none',
    },
    late,
  )
  const late_payment_fee_gst = gstOn('late_payment_fee', late, input.gst_percent, tracer)
  const late_payment_fee_total = tracer.sum('late_payment_fee_total', 'Late payment fees', [
    'late_payment_fee_amount',
    'late_payment_fee_gst',
  ])
  return {
    discounted_service_fee,
    undiscounted_service_fee,
    late_payment_fee_amount,
    late_payment_fee_gst,
    late_payment_fee_total,
  }
}

/** Ours on a split invoice: no discount, no service fee. Without any, nothing is told of them. */
function ownChargesOf(lines: readonly ComputedLine[], input: InvoiceInput, tracer: Tracer) {
  const keys = lines.filter((line) => line.source === 'own').map((line) => line.key)
  const none = cents('0.00')
  if (keys.length === 0)
    return { owncharges_sum: none, owncharges_gst: none, owncharges_total: none }
  const owncharges_sum = tracer.sum('owncharges_sum', 'Our own charges without GST', keys)
  const owncharges_gst = gstOn('owncharges', owncharges_sum, input.gst_percent, tracer)
  const owncharges_total = tracer.sum('owncharges_total', 'Our own charges', [
    'owncharges_sum',
    'owncharges_gst',
  ])
  return { owncharges_sum, owncharges_gst, owncharges_total }
}

function totalsOf(input: InvoiceInput, tracer: Tracer) {
  const isDirect = input.billing === 'split' && input.split_collection === 'direct'
  const given = cents(input.reliance_opening_balance)
  const reliance_opening_balance = tracer.note(
    {
      key: 'reliance_opening_balance',
      label: 'Our opening balance',
      formula: toDecimalString(given),
      parts: [],
      rounding: 'none',
    },
    given,
  )
  const isThroughUs = input.billing === 'split' && !isDirect
  const openings = [
    'reliance_opening_balance',
    ...(isThroughUs ? ['supplier_opening_balance'] : []),
  ]
  const opening_balance = tracer.sum('opening_balance', 'Opening balance', openings)
  const period = (side: 'discounted' | 'undiscounted', label: string) =>
    tracer.sum(`${side}_total_this_period`, label, [
      ...(isDirect ? [] : [`${side}_subtotal`]),
      `${side}_service_fee`,
      'late_payment_fee_total',
      ...(input.own_charges?.length ? ['owncharges_total'] : []),
    ])
  const discounted_total_this_period = period('discounted', 'This period, paid in time')
  const undiscounted_total_this_period = period('undiscounted', 'This period')
  const total = (side: 'discounted' | 'undiscounted', label: string) =>
    tracer.sum(`${side}_total`, label, ['opening_balance', `${side}_total_this_period`])
  return {
    reliance_opening_balance,
    opening_balance,
    discounted_total_this_period,
    undiscounted_total_this_period,
    discounted_total: total('discounted', 'To pay in time'),
    undiscounted_total: total('undiscounted', 'To pay after that'),
  }
}

function datesOf(input: InvoiceInput) {
  const due_date = input.due_date ?? dueDateOf(input.due, input.invoice_date)
  return {
    invoice_date: input.invoice_date,
    due_date,
    discounted_date: input.discounted_date ?? due_date,
  }
}

function gstOn(block: string, sum: Cents, gst_percent: string, tracer: Tracer): Cents {
  const { text, cents: gst } = percentOf(sum, gst_percent, 'gst')
  const sumKey = block === 'late_payment_fee' ? 'late_payment_fee_amount' : `${block}_sum`
  return tracer.note(
    {
      key: `${block}_gst`,
      label: 'GST',
      formula: () => `${toDecimalString(sum)} × ${gst_percent} % = ${text()}`,
      parts: [sumKey],
      rounding: 'gst',
    },
    gst,
  )
}

/** A percentage of an amount, rounded to the cent: what is to pay, never what is taken off. */
function share(
  key: string,
  label: string,
  base: Cents,
  of: { key: string; percent: string; tracer: Tracer },
): Cents {
  const { text, cents: rounded } = percentOf(base, of.percent, 'cent')
  const formula = () => `${toDecimalString(base)} × ${of.percent} % = ${text()}`
  return of.tracer.note({ key, label, formula, parts: [of.key], rounding: 'cent' }, rounded)
}

function blocksOf(charges: Charges, fees: Fees, own: OwnCharges): Block[] {
  const block = (key: Block['key'], label: string, discounted: Cents, undiscounted: Cents) => ({
    key,
    label,
    discounted: toDecimalString(discounted),
    undiscounted: toDecimalString(undiscounted),
  })
  const { late_payment_fee_total: late } = fees
  const { owncharges_total: ours } = own
  const undiscounted_charges = wholeCents(
    charges.undiscounted_subtotal - charges.othercharges_total,
  )
  return [
    block('charges', 'Charges', charges.discounted_charges, undiscounted_charges),
    block('othercharges', 'Other charges', charges.othercharges_total, charges.othercharges_total),
    block('service_fee', 'Service fee', fees.discounted_service_fee, fees.undiscounted_service_fee),
    block('late_fee', 'Late payment fees', late, late),
    ...(ours === 0 ? [] : [block('owncharges', 'Our own charges', ours, ours)]),
  ]
}

function texts<K extends string>(amounts: Record<K, Cents>): Record<K, string> {
  const written: Record<string, string> = {}
  for (const [name, amount] of Object.entries<Cents>(amounts))
    written[name] = toDecimalString(amount)
  return written as Record<K, string> // Every name of the amounts was written.
}
