import { type ComputedInvoice, computeInvoice } from '#domain/billing/compute-invoice.ts'
import type { BillSide, GivenLine, InvoiceInput } from '#domain/billing/invoice-input.ts'
import type { InvoiceRequest, SentLine } from '#domain/billing/invoice-request.ts'
import type { Terms } from '#domain/contracts/contract-terms.ts'
import { badField } from '#domain/kit/problem.ts'
import { type Context, todayOf } from '#server/context.ts'
import { settingOf } from '#server/identity/setting.ts'
import type { Conn } from '#server/kit/database.ts'
import { billsFor, type FoundBill } from './bills-of-invoice.ts'
import {
  type ContractRow,
  contractFor,
  customerFor,
  type PendingCharge,
  pendingCharges,
  ratesFor,
  termsFor,
  usageFor,
} from './invoice-sources.ts'
import { type Opening, openingBalance } from './opening-balance.ts'

export interface Proposed {
  input: InvoiceInput
  computed: ComputedInvoice
  contract: ContractRow | null
  opening: Opening
  bills: FoundBill[]
  charges: PendingCharge[]
}

/** Fills in an invoice from what is known: the contract, its rates, the readings, bills and balances. */
export async function proposeInvoice(
  ctx: Context,
  conn: Conn,
  request: InvoiceRequest,
  ownInvoice: number | null = null,
): Promise<Proposed> {
  const customer = await customerFor(conn, request.customer_id)
  const wantsContract = request.contract_id != null || request.lines === undefined
  const contract = wantsContract
    ? await contractFor(conn, customer.id, request.contract_id ?? null)
    : null
  if (!contract && request.lines === undefined)
    throw badField('contract_id', 'The customer has no contract: choose one, or write lines.')
  const bills = await billsFor(conn, contract, request, ownInvoice)
  const period = periodOf(ctx, request, contract, bills)
  const terms = contract && period ? await termsFor(conn, contract, period.to) : null
  const charges = request.lines
    ? []
    : await pendingCharges(conn, customer.id, contract?.id ?? null, ownInvoice)
  const opening = await openingBalance(conn, customer.id, todayOf(ctx), ownInvoice)
  const isMetered = !request.lines && contract && period && !customer.simple_invoicing
  const input: InvoiceInput = {
    period,
    billing: customer.simple_invoicing ? 'split' : 'standard',
    split_collection: await settingOf(conn, 'split_collection'),
    ...percents(request, terms),
    use: isMetered
      ? {
          connections: await usageFor(conn, contract, period.from),
          rates: await ratesFor(conn, 'rates', contract.id),
        }
      : null,
    lines: linesOf(request, charges, customer.simple_invoicing),
    bills: bills.map(sideOf),
    late_fees: lateFees(request, charges),
    reliance_opening_balance: request.opening_balance ?? opening.amount,
    ...dates(ctx, request, terms, bills),
  }
  return { input, computed: computeInvoice(input), contract, opening, bills, charges }
}

function percents(request: InvoiceRequest, terms: Terms | null) {
  const pick = (name: 'discount_percent' | 'gst_percent' | 'service_fee_percent', first: string) =>
    plainPercent(request[name] ?? terms?.[name] ?? first)
  return {
    discount_percent: pick('discount_percent', '0'),
    gst_percent: pick('gst_percent', '15'),
    service_fee_percent: pick('service_fee_percent', '0'),
  }
}

// 15.0000 of the database and 15 of the editor are the same percentage, and print the same.
const plainPercent = (value: string | number) =>
  String(value).includes('.') ? String(value).replace(/\.?0+$/, '') : String(value)

/** In split billing the supplier's lines come from the bill; the editor's own stay beside them. */
function linesOf(
  request: InvoiceRequest,
  charges: readonly PendingCharge[],
  isSplit: boolean,
): GivenLine[] {
  if (request.lines) {
    const own = isSplit ? request.lines.filter((line) => line.source !== 'bill') : request.lines
    return own.map(givenOf)
  }
  return charges
    .filter((charge) => charge.charge_type !== 'late_fee')
    .map(({ name, amount }) => ({
      name,
      quantity: '1',
      rate: amount,
      unit: 'each',
      discountable: false,
    }))
}

function givenOf(line: SentLine): GivenLine {
  const { name, quantity, rate, unit, discountable, from, to } = line
  return { name, quantity, rate, unit, discountable, from, to }
}

function sideOf({ bill }: FoundBill): BillSide {
  return {
    supplier_statement_number: bill.supplier_statement_number,
    lines: bill.lines,
    ppd_percent: bill.ppd_percent,
    opening_balance: bill.opening_balance,
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
  ctx: Context,
  request: InvoiceRequest,
  terms: Terms | null,
  bills: readonly FoundBill[],
) {
  const pick = <T>(sent: T | null | undefined, agreed: unknown, first: T): T =>
    // Terms were stored from fields of these very types.
    sent ?? (agreed as T | null) ?? first
  return {
    invoice_date: request.invoice_date ?? todayOf(ctx),
    due_date: request.due_date ?? null,
    discounted_date: request.discounted_date ?? null,
    supplier_due_date: bills.flatMap(({ bill }) => bill.supplier_due_date ?? []).sort()[0] ?? null,
    due: {
      due_date_type: pick(request.due_date_type, terms?.due_date_type, 'offset'),
      due_date_value_offset: pick(request.due_date_value_offset, terms?.due_date_value_offset, 20),
      due_date_value_fixed: pick(request.due_date_value_fixed, terms?.due_date_value_fixed, 20),
    },
  }
}

/** The days asked for, else those of the bill, else from what is billed to the end of last month. */
function periodOf(
  ctx: Context,
  request: InvoiceRequest,
  contract: ContractRow | null,
  bills: readonly FoundBill[],
): { from: string; to: string } | null {
  const starts = bills.flatMap(({ bill }) => bill.period_start ?? []).sort()
  const ends = bills.flatMap(({ bill }) => bill.period_end ?? []).sort()
  const billed = contract?.billed_to_date
  const next = billed ? Temporal.PlainDate.from(billed).add({ days: 1 }).toString() : null
  const from = request.period_start ?? starts[0] ?? next ?? contract?.date_start ?? null
  const to = request.period_end ?? ends.at(-1) ?? (contract ? lastMonthEnd(ctx, from) : null)
  if (!from || !to) return null
  if (to < from) throw badField('period_end', 'The period ends before it starts.')
  return { from, to }
}

function lastMonthEnd(ctx: Context, from: string | null): string {
  const today = Temporal.PlainDate.from(todayOf(ctx))
  const end = today.with({ day: 1 }).subtract({ days: 1 }).toString()
  return from && end < from ? today.toString() : end
}
