import {
  sentStatuses,
  unsentStatuses,
  voidPaymentStatuses,
} from '#domain/books/counted-statuses.ts'
import { discountEvents, forgivingEvents, ledgerEvents } from '#domain/books/ledger-events.ts'
import type { PageItem } from '#domain/books/page-item.ts'
import type { Money, OwedInvoice } from '#domain/books/place-money.ts'
import { accounts } from '#domain/books/postings.ts'
import { type Cents, cents, wholeCents } from '#domain/kit/money.ts'
import { addWorkingDays } from '#domain/kit/working-day.ts'
import { settingOf } from '#server/identity/setting.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { type Fragment, fragment, sql } from '#server/kit/database/sql.ts'
import { amountColumns, type PostedColumns } from './posted-invoice.ts'

export interface StoredInvoice extends OwedInvoice {
  customer_id: number
  row: SentInvoice
  /** The discount entry that stands in the books. */
  ppd_event: DiscountEvent | null
}

type DiscountEvent = (typeof discountEvents)[number]

/** One that went out: it has been dated and is due on some day. */
type SentInvoice = PostedColumns & {
  customer_id: number
  due_date: string
  discounted_date: string | null
  page_items: PageItem[] | null
  is_held: boolean
  invoiced_date: string
  invoiced_at: string | null
  ppd_granted: boolean
  discounted_total: string | null
  undiscounted_total: string | null
}

export interface StoredAllocation {
  money_id: string
  invoice_id: number
  amount: Cents
  is_manual: boolean
}

export interface CustomerAccount {
  customer_id: number
  invoices: StoredInvoice[]
  money: Money[]
  allocations: StoredAllocation[]
  /** Money the bank has confirmed. */
  confirmed: string[]
}

/** Everything that decides where a customer's money lies. */
export async function loadAccount(conn: Conn, customer_id: number): Promise<CustomerAccount> {
  const [grace, invoices, payments, allocations] = await Promise.all([
    settingOf(conn, 'ppd_grace_working_days'),
    INVOICES.all(conn, customer_id),
    PAYMENTS.all(conn, customer_id),
    ALLOCATIONS.all(conn, customer_id),
  ])
  const stored = allocations.map((row) => ({
    money_id: row.invoicepayment_id ? `p${row.invoicepayment_id}` : `c${row.credit_invoice_id}`,
    invoice_id: row.invoice_id,
    amount: cents(row.amount),
    is_manual: row.is_manual,
  }))
  const manualOf = (id: string) => stored.filter((one) => one.money_id === id && one.is_manual)
  // What a credit invoice gives back is money of the day it was sent.
  const credits = invoices.filter((row) => cents(row.discounted) < 0)
  const charges = invoices.filter((row) => cents(row.discounted) >= 0)
  return {
    customer_id,
    invoices: charges.map((row) => owed(row, grace)),
    allocations: stored,
    money: [
      ...payments.map((row) => ({
        id: `p${row.id}`,
        date: row.payment_date,
        amount: cents(row.amount),
        names: row.invoice_id,
        manual: manualOf(`p${row.id}`),
        reserved: cents(row.reserved),
        refunded: cents(row.refunded),
      })),
      ...credits.map((row) => ({
        id: `c${row.id}`,
        date: row.row.invoiced_date,
        amount: wholeCents(-cents(row.discounted)),
        names: null,
        manual: manualOf(`c${row.id}`),
        reserved: cents('0.00'),
        refunded: cents('0.00'),
      })),
    ],
    confirmed: [
      ...payments.filter((row) => row.is_confirmed).map((row) => `p${row.id}`),
      ...credits.map((row) => `c${row.id}`),
    ],
  }
}

interface InvoiceRow {
  id: number
  discounted: string
  forgiven: string
  forgiven_in_time: string
  ppd_event: DiscountEvent | null
  row: SentInvoice
}

interface PaymentRow {
  id: number
  payment_date: string
  amount: string
  invoice_id: number | null
  is_confirmed: boolean
  reserved: string
  refunded: string
}

interface AllocationRow {
  invoice_id: number
  invoicepayment_id: number | null
  credit_invoice_id: number | null
  amount: string
  is_manual: boolean
}

// What `owed` and the books need to know; whole rows, with their lines, would cost several times
// as much.
const plainColumns = [
  ...(['customer_id', 'due_date', 'discounted_date', 'page_items', 'is_held'] as const),
  ...(['invoiced_date', 'invoiced_at', 'ppd_granted', 'billing', 'split_collection'] as const),
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

const INVOICES = sql<InvoiceRow, [customer_id: number]>`
  select i.id, i.discounted_total_this_period::text as discounted,
    coalesce((select sum(-a.amount) from ${OWED_LINES}
      where t.invoice_id = i.id and t.event in (${forgivingEvents})), 0)::text as forgiven,
    coalesce((select sum(-a.amount) from ${OWED_LINES}
      where t.invoice_id = i.id and (t.event = ${ledgerEvents.feeWaived}
        or t.event = ${ledgerEvents.writeOff}
        and t.transaction_date <= coalesce(i.discounted_date, i.due_date))
        and not exists (select from transactions r where r.reverses_id = t.id)), 0)::text
      as forgiven_in_time,
    (select t.event from transactions t where t.invoice_id = i.id and t.reverses_id is null
      and t.event in (${discountEvents})
      and not exists (select from transactions r where r.reverses_id = t.id)
      order by t.id desc limit 1) as ppd_event,
    (select row_to_json(r) from (select ${SENT_COLUMNS}) r) as row
  from invoices i where i.customer_id = $1 and i.deleted_at is null
    and i.invoice_status in (${sentStatuses}) order by i.due_date, i.id`.named('account_invoices')

const PAYMENTS = sql<PaymentRow, [customer_id: number]>`
  select p.id, p.payment_date, p.invoice_id,
    (p.amount_incl_gst - coalesce(p.refunded_amount, 0))::text as amount,
    p.payment_status = 'reconciled' as is_confirmed,
    coalesce(p.refunded_amount, 0)::text as refunded,
    case when exists (select from invoices d where d.id = p.invoice_id and d.redo_of_id is not null
      and d.invoice_status in (${unsentStatuses}) and d.deleted_at is null)
      then coalesce(p.reserved_amount, 0) else 0 end::numeric(14,2)::text as reserved
  from invoicepayments p where p.customer_id = $1 and p.deleted_at is null
    and p.payment_status not in (${voidPaymentStatuses})
  order by p.payment_date, p.id`.named('account_payments')

const ALLOCATIONS = sql<AllocationRow, [customer_id: number]>`
  select invoice_id, invoicepayment_id, credit_invoice_id, amount::text, is_manual
  from allocations where customer_id = $1 order by id`.named('account_allocations')

function owed({ id, ppd_event, row, ...sums }: InvoiceRow, grace: number): StoredInvoice {
  const last = row.discounted_date ?? row.due_date
  return {
    id,
    customer_id: row.customer_id,
    row,
    ppd_event,
    due_date: row.due_date,
    discounted_date: grace > 0 ? addWorkingDays(last, grace) : last,
    discounted: cents(row.discounted_total_this_period ?? '0.00'),
    undiscounted: cents(row.undiscounted_total_this_period ?? '0.00'),
    forgiven: cents(sums.forgiven),
    forgiven_in_time: cents(sums.forgiven_in_time),
    sent_date: row.invoiced_date,
    is_held: row.is_held,
    ppd_granted: row.ppd_granted,
    sent_order: Date.parse(row.invoiced_at ?? '') || id,
    page_items: (row.page_items ?? []).map((item) => item.invoice_id),
    discounted_total: cents(row.discounted_total ?? '0.00'),
    undiscounted_total: cents(row.undiscounted_total ?? '0.00'),
  }
}
