import type { PaymentPlan } from '#domain/books/account.ts'
import { sentStatuses, voidPaymentStatuses } from '#domain/books/counted-statuses.ts'
import { discountEvents, feeEvents, writeOffEvents } from '#domain/books/ledger-events.ts'
import type { PageItem } from '#domain/books/page-item.ts'
import { accounts } from '#domain/books/postings.ts'
import type { SentTerms } from '#domain/books/sent-terms.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { type Fragment, fragment, sql } from '#server/kit/database/sql.ts'
import { loadAdjustments } from './account-adjustments.ts'
import type { ItemColumns, PlaceColumns } from './money-keys.ts'
import { amountColumns, type PostedColumns } from './posted-invoice.ts'
import { pendingDebits } from './promised.ts'

export type DiscountEvent = (typeof discountEvents)[number]

/** One that went out: it has been dated and is due on some day. */
export type SentInvoice = PostedColumns & {
  customer_id: number
  due_date: string
  discounted_date: string | null
  page_items: PageItem[] | null
  is_held: boolean
  held_date: string | null
  invoiced_date: string
  invoiced_at: string | null
  stands_since: string | null
  sent_terms: SentTerms | null
  ppd_granted: boolean
  discounted_total: string | null
  undiscounted_total: string | null
  /** Of a credit note, the invoice it credits. */
  credits_id: number | null
}

export interface InvoiceRow {
  id: number
  customer_id: number
  row: SentInvoice
  waived: string
  written_off: string
  /** The discount entry that stands in the books. */
  ppd_event: DiscountEvent | null
}

export interface PaymentRow extends ItemColumns {
  id: number
  customer_id: number
  payment_date: string
  reference: string | null
  received: string
  amount: string
  is_confirmed: boolean
  plan: PaymentPlan | null
}

export interface AllocationRow extends PlaceColumns, ItemColumns {
  id: number
  customer_id: number
  amount: string
  is_manual: boolean
}

export interface AsideRow extends PlaceColumns, ItemColumns {
  customer_id: number
  purpose: 'reserved' | 'waiting' | 'paid_back'
  amount: string
  is_manual: boolean
}

/** What the database knows of some customers' money, in one packet. */
export async function accountRows(conn: Conn, customer_ids: readonly number[]) {
  const [invoices, adjustments, payments, allocations, aside, pending] = await Promise.all([
    INVOICES.all(conn, customer_ids),
    loadAdjustments(conn, customer_ids),
    PAYMENTS.all(conn, customer_ids),
    ALLOCATIONS.all(conn, customer_ids),
    SET_ASIDE.all(conn, customer_ids),
    pendingDebits(conn, customer_ids),
  ])
  return { invoices, adjustments, payments, allocations, aside, pending }
}

export type AccountRows = Awaited<ReturnType<typeof accountRows>>

// What the account and the books need to know; whole rows, with their lines, would cost several times
// as much.
const plainColumns = [
  ...(['customer_id', 'due_date', 'discounted_date', 'page_items', 'is_held'] as const),
  ...(['held_date', 'invoiced_date', 'invoiced_at', 'stands_since', 'sent_terms'] as const),
  ...(['ppd_granted', 'billing', 'split_collection', 'credits_id'] as const),
] satisfies (keyof SentInvoice)[]
// Amounts leave as text, so that no JSON parser turns them into floats.
const decimalColumns = [
  ...amountColumns,
  ...(['gst_percent', 'discounted_total', 'undiscounted_total'] as const),
] satisfies (keyof SentInvoice)[]
const SENT_COLUMNS: Fragment = {
  fragment: [
    ...plainColumns.map((name) => `i.${name}`),
    ...decimalColumns.map((name) => `i.${name}::text`),
  ].join(', '),
}

// Lines of an entry that change what is owed on an invoice.
const OWED_LINES = fragment`transactions t
      join accounttransactions a on a.transaction_id = t.id and a.account = ${accounts.receivables}`

const INVOICES = sql<InvoiceRow, [customer_ids: readonly number[]]>`
  select i.id, i.customer_id,
    coalesce((select sum(-a.amount) from ${OWED_LINES}
      where t.invoice_id = i.id and t.event in (${feeEvents})), 0)::numeric(14,2)::text as waived,
    coalesce((select sum(-a.amount) from ${OWED_LINES}
      where t.invoice_id = i.id and t.event in (${writeOffEvents})), 0)::numeric(14,2)::text
      as written_off,
    (select t.event from transactions t where t.invoice_id = i.id and t.reverses_id is null
      and t.event in (${discountEvents})
      and not exists (select from transactions r where r.reverses_id = t.id)
      order by t.id desc limit 1) as ppd_event,
    (select row_to_json(r) from (select ${SENT_COLUMNS}) r) as row
  from invoices i where i.customer_id = any($1) and i.deleted_at is null
    and i.invoice_status in (${sentStatuses}) order by i.due_date, i.id`.named('account_invoices')

const PAYMENTS = sql<PaymentRow, [customer_ids: readonly number[]]>`
  select p.id, p.customer_id, p.payment_date, p.invoice_id, p.adjustment_id, p.reference,
    p.amount_incl_gst::text as received,
    (p.amount_incl_gst - coalesce(p.refunded_amount, 0))::text as amount,
    p.banktransaction_id is not null or p.debit_state is not distinct from 'paid_out'
      as is_confirmed, p.plan
  from invoicepayments p where p.customer_id = any($1) and p.deleted_at is null
    and p.payment_status not in (${voidPaymentStatuses})
  order by p.payment_date, p.id`.named('account_payments')

const ALLOCATIONS = sql<AllocationRow, [customer_ids: readonly number[]]>`
  select id, customer_id, invoice_id, adjustment_id, invoicepayment_id, credit_invoice_id,
    credit_adjustment_id, amount::text, is_manual
  from allocations where customer_id = any($1) order by id`.named('account_allocations')

const SET_ASIDE = sql<AsideRow, [customer_ids: readonly number[]]>`
  select customer_id, purpose, invoice_id, adjustment_id, invoicepayment_id, credit_invoice_id,
    credit_adjustment_id, amount::text, is_manual
  from money_set_aside where customer_id = any($1) order by id`.named('account_set_aside')
