import type { DebitPart } from '#domain/directdebit/plan-debit.ts'
import { toDecimalString } from '#domain/kit/money.ts'
import { type InvoicePayment, invoicepayment } from '#domain/payments/payment.ts'
import { holdCustomers } from '#server/books/hold-customers.ts'
import { refreshBalances } from '#server/books/refresh-balances.ts'
import { gstOn } from '#server/identity/gst-rates.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { sql } from '#server/kit/database/sql.ts'
import type { Context } from '#server/kit/http/context.ts'
import { insertRow } from '#server/kit/rows/write-row.ts'
import { gstAmounts } from '#server/payments/receive-payments.ts'
import { type DebitProposal, type DebitWish, proposeDebit } from './debit-facts.ts'
import { askProvider } from './provider-call.ts'

/** What is decided beside the proposal. */
export interface DebitTerms {
  attempt?: number | undefined
  retry_of_id?: number | undefined
  requested_by_customer?: boolean | undefined
  aims_at?: string | null | undefined
  notes?: string | undefined
}

type PageWish = Pick<DebitWish, 'charge_date' | 'without_notice' | 'amount' | 'may_exceed'>

const PAGE = sql<{ invoice_number: string | null }, [id: number]>`
  select invoice_number from invoices where id = $1`

const AUTHORISED = sql<{ id: number }, [customer_id: number]>`
  select id from mandates where customer_id = $1 and is_current and deleted_at is null`.named(
  'authorised',
)

// Banks print so much, and nothing but these.
const REFERENCE_LENGTH = 12

/** What the customer's bank prints beside the debit. */
export const debitReference = (number: string | null): string | null =>
  number === null ? null : number.replace(/[^A-Za-z0-9-]/g, '').slice(-REFERENCE_LENGTH) || null

/**
 * Plans a debit: it is promised from now on, and the provider is asked once this is committed. The
 * caller holds the customer, and nothing speaks against it.
 */
export async function planDebit(
  ctx: Context,
  conn: Conn,
  wish: DebitWish,
  { mandate_id, charge_date, aims_at, parts, total, grants }: DebitProposal,
  terms: DebitTerms = {},
): Promise<InvoicePayment> {
  const { customer_id, invoice_id } = wish
  const page = invoice_id === null ? undefined : await PAGE.one(conn, invoice_id)
  const { row } = await insertRow(ctx, conn, invoicepayment, {
    customer_id,
    invoice_id,
    reference: page?.invoice_number ?? null,
    payment_type: 'direct_debit',
    payment_status: 'pending',
    payment_date: charge_date,
    charge_date,
    aims_at: aims_at ?? terms.aims_at ?? null,
    amount_incl_gst: toDecimalString(total),
    ...gstAmounts(total, await gstOn(conn, charge_date)),
    allocated_amount: '0.00',
    unallocated_amount: '0.00',
    refunded_amount: '0.00',
    plan: planOf(parts),
    grant_ppd: grants,
    mandate_id,
    debit_state: 'planned',
    attempt: terms.attempt ?? 1,
    retry_of_id: terms.retry_of_id ?? null,
    requested_by_customer: terms.requested_by_customer ?? false,
    notes: terms.notes ?? null,
  })
  await askProvider(ctx, conn, {
    kind: 'debit',
    about: `${row.id}-${terms.attempt ?? 1}-1`,
    customer_id,
    invoicepayment_id: row.id,
  })
  await refreshBalances(ctx, conn, [customer_id])
  return row
}

/** What a debit takes, as it is kept. */
export const planOf = (parts: readonly DebitPart[]) =>
  parts.map(({ key, amount }) => ({ key, amount: toDecimalString(amount) }))

/**
 * Plans the debit of a page, or of the account, where one can be made; what speaks against it is no
 * reason not to send the page. Answers what was planned.
 */
export async function planForPage(
  ctx: Context,
  conn: Conn,
  { id, customer_id }: { id: number | null; customer_id: number },
  terms: DebitTerms & PageWish = {},
): Promise<InvoicePayment | null> {
  if (!(await AUTHORISED.one(conn, customer_id))) return null
  await holdCustomers(conn, [customer_id])
  const { charge_date, without_notice, amount, may_exceed, ...own } = terms
  const wish = { customer_id, invoice_id: id, charge_date, without_notice, amount, may_exceed }
  const proposal = await proposeDebit(ctx, conn, wish)
  if (proposal.refusals.length > 0) return null
  return planDebit(ctx, conn, wish, proposal, own)
}
