import { isBesideOurs } from '#domain/invoices/by-hand.ts'
import type { InvoiceInput } from '#domain/invoices/invoice-input.ts'
import type { InvoiceRequest } from '#domain/invoices/invoice-request.ts'
import { badField } from '#domain/kit/problem.ts'
import type { PendingCharge } from '#domain/pricing/pending-charge.ts'
import { openingBalance } from '#server/books/opening-balance.ts'
import { gstRatesOf } from '#server/identity/gst-rates.ts'
import { settingOf } from '#server/identity/setting.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { sql } from '#server/kit/database/sql.ts'
import { type Context, todayOf } from '#server/kit/http/context.ts'
import {
  allPendingCharges,
  type ContractRow,
  type CustomerRow,
  contractFor,
  customerFor,
  latestTerms,
  pendingCharges,
  ratesFor,
  termsFor,
  usageFor,
} from '#server/pricing/price-sources.ts'
import { assembleInvoice, type Proposed, periodOf } from './assemble-invoice.ts'
import { billsFor } from './bills-of-invoice.ts'
import { proposeCredit } from './credit-note.ts'
import type { KnownInvoice } from './stored-invoice.ts'
import { supplierRest } from './supplier-rest.ts'
import { withSkippedDays } from './unbilled-gap.ts'

const FREE_CHARGES = sql<
  { id: number },
  [ids: readonly number[], customer_id: number, own_invoice: number | null]
>`select id from pending_charges where id = any($1) and customer_id = $2
    and dropped_at is null and (invoice_id is null or invoice_id = $3)`

/** Fills in an invoice from what is known: contract, rates, readings, bills and balances. */
export async function proposeInvoice(
  ctx: Context,
  conn: Conn,
  sent: InvoiceRequest,
  known: KnownInvoice = { id: null },
): Promise<Proposed> {
  const ownInvoice = known.id
  const today = todayOf(ctx)
  const customer = await customerFor(conn, sent.customer_id)
  if (sent.credits_id) return proposeCredit(conn, sent, { today, customer }, known)
  const asked = await withoutBilledLines(conn, sent, ownInvoice)
  if (asked.charges_only) return chargesOnly(ctx, conn, asked, customer)
  const wantsContract = asked.contract_id != null || asked.lines === undefined
  const contract = wantsContract
    ? await contractFor(conn, customer.id, asked.contract_id ?? null)
    : null
  if (!contract && asked.lines === undefined) return chargesOnly(ctx, conn, asked, customer)
  const isOffered = contract && !asked.lines && !customer.simple_invoicing && ownInvoice === null
  const request = isOffered ? await withSkippedDays(conn, contract, asked) : asked
  const bills = await billsFor(conn, contract, request, ownInvoice)
  const period = periodOf(today, request, contract, bills)
  const terms = contract && period ? await termsFor(conn, contract, period.to) : null
  const charges = await chargesFor(conn, request, contract?.id ?? null, known)
  const of = { customer_id: customer.id, contract_id: contract?.id ?? null }
  const opening = await openingBalance(conn, of, today, ownInvoice)
  const isMetered = !customer.simple_invoicing && (!request.lines || isBesideOurs(request.lines))
  const use =
    isMetered && contract && period ? await meteredUse(conn, contract, period, known) : null
  const split_collection = await settingOf(conn, 'split_collection')
  const supplier_rest = await supplierRest(conn, opening.items)
  const gst_rates = await gstRatesOf(conn)
  const read = { today, customer, contract, bills, period, terms, charges, opening, use }
  const sources = { ...read, gst_rates }
  const { by_hand } = known
  return assembleInvoice(request, { ...sources, supplier_rest, split_collection, by_hand })
}

/** As it was read when the draft was made, where that is to stay; else as it is today. */
async function meteredUse(
  conn: Conn,
  contract: ContractRow,
  period: { from: string; to: string },
  { kept }: KnownInvoice,
): Promise<InvoiceInput['use']> {
  const isSame = kept?.period?.from === period.from && kept.period.to === period.to
  if (kept?.use && isSame) return kept.use
  return {
    connections: await usageFor(conn, contract, period.from),
    rates: await ratesFor(conn, 'rates', contract.id),
  }
}

/** Lines written by hand replace what waits, but for fees for paying late: they stand apart. */
async function chargesFor(
  conn: Conn,
  { customer_id, lines, late_payment_fee_amount }: InvoiceRequest,
  contract_id: number | null,
  { id: ownInvoice, charge_ids }: KnownInvoice,
): Promise<PendingCharge[]> {
  if (lines && late_payment_fee_amount !== undefined) return []
  const all = await pendingCharges(conn, customer_id, contract_id, ownInvoice)
  const waiting = charge_ids ? all.filter(({ id }) => charge_ids.includes(id)) : all
  return lines ? waiting.filter((charge) => charge.charge_type === 'late_fee') : waiting
}

/** A charge is on one invoice: a line of one that another invoice took meanwhile is left out. */
async function withoutBilledLines(
  conn: Conn,
  request: InvoiceRequest,
  ownInvoice: number | null,
): Promise<InvoiceRequest> {
  const named = (request.lines ?? []).flatMap((line) => line.pending_charge_id ?? [])
  if (named.length === 0) return request
  const free = await FREE_CHARGES.all(conn, named, request.customer_id, ownInvoice)
  const ids = new Set(free.map((charge) => charge.id))
  const lines = request.lines?.filter(({ pending_charge_id: id }) => id == null || ids.has(id))
  return { ...request, lines }
}

/**
 * What waits for a customer on an invoice of its own, where no other follows: without discount and
 * service fee. Not in the specification: our choice.
 */
async function chargesOnly(
  ctx: Context,
  conn: Conn,
  request: InvoiceRequest,
  customer: CustomerRow,
): Promise<Proposed> {
  const today = todayOf(ctx)
  const charges = await allPendingCharges(conn, customer.id)
  if (charges.length === 0)
    throw request.charges_only
      ? badField('charges_only', 'No fee and no credit waits for this customer.')
      : badField('contract_id', 'The customer has no contract: choose one, or write lines.')
  const agreed = await latestTerms(conn, customer.id)
  const terms = agreed && { ...agreed, discount_percent: '0', service_fee_percent: '0' }
  return assembleInvoice(request, {
    ...{ today, customer, contract: null, bills: [], period: null, terms, charges, use: null },
    opening: await openingBalance(conn, ofCustomer(customer), today, null),
    // Without a contract no supplier stands beside us.
    supplier_rest: '0.00',
    split_collection: await settingOf(conn, 'split_collection'),
    gst_rates: await gstRatesOf(conn),
  })
}

/** Of an invoice without a contract. */
const ofCustomer = ({ id }: CustomerRow) => ({ customer_id: id, contract_id: null })
