import {
  ledgerEvents,
  placingEvents,
  reversalOf,
  supplierPlacingEvents,
} from '#domain/books/ledger-events.ts'
import { accounts } from '#domain/books/postings.ts'
import { gstInsideOf } from '#domain/kit/figure.ts'
import { type GstRates, gstTaxedAt } from '#domain/kit/gst.ts'
import { type Cents, cents, wholeCents } from '#domain/kit/money.ts'
import { type GstDocument, oursOf } from '#domain/reports/gst-boxes.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { fragment, sql } from '#server/kit/database/sql.ts'
import { paidStatements } from './gst-commissions.ts'
import { purchasesOf, TAXED } from './gst-purchases.ts'
import type { GstSpan } from './gst-supplies.ts'
import { type NamedDocument, named } from './named-document.ts'

interface PaidDocument extends NamedDocument {
  /** Money on it up to the day before the period, and up to its last day. */
  before: string
  until: string
  /** What the document is taxed at, and the first day of money for it. */
  percent: string | null
  day: string
}

// Money counts on the day it was paid, unless the books were locked over that day when it was put
// where it lies: then on the day of that.
const DAY = fragment`case when p.payment_date > coalesce((select k.locked_to from book_locks k
    where k.created_at <= t.created_at order by k.id desc limit 1), '-infinity'::date)
  then p.payment_date else t.transaction_date end`
const SHIFTED = [
  ...[ledgerEvents.invoiceSent, reversalOf(ledgerEvents.invoiceSent)],
  ...[ledgerEvents.discountTaken, reversalOf(ledgerEvents.discountTaken)],
]

const RECEIVED = sql<PaidDocument & { suppliers: string; is_zero_rated: boolean }, GstSpan>`
  with moved as (select t.invoice_id, t.adjustment_id, -a.amount as paid, ${DAY} as day
    from transactions t join invoicepayments p on p.id = t.invoicepayment_id
    join accounttransactions a on a.transaction_id = t.id and a.account = ${accounts.receivables}
    where t.event in (${placingEvents}) and t.created_at <= $3::timestamptz)
  select coalesce('i' || m.invoice_id, 'a' || m.adjustment_id) as key, m.invoice_id,
    m.adjustment_id, null::bigint as bill_id, null::bigint as transaction_id,
    coalesce(max(i.invoice_number), max(d.adjustment_number)) as number, max(c.name) as whose,
    null::text as reason,
    coalesce(sum(m.paid) filter (where m.day < $1::date), 0)::text as before,
    coalesce(sum(m.paid) filter (where m.day <= $2::date), 0)::text as until,
    coalesce((select -sum(a.amount) from transactions t join accounttransactions a
      on a.transaction_id = t.id and a.account = ${accounts.suppliersMoney}
      where t.invoice_id = m.invoice_id and t.event in (${SHIFTED})
        and t.created_at <= $3::timestamptz), 0)::numeric(14,2)::text as suppliers,
    coalesce(bool_or(i.gst_percent = 0), false) as is_zero_rated,
    coalesce(max(i.gst_percent), max(d.gst_percent))::text as percent, min(m.day) as day
  from moved m left join invoices i on i.id = m.invoice_id
  left join adjustments d on d.id = m.adjustment_id
  left join customers c on c.id = coalesce(i.customer_id, d.customer_id)
  where m.invoice_id is not null or d.with_gst
  group by m.invoice_id, m.adjustment_id
  having bool_or(m.day between $1::date and $2::date) order by 1`

const PAID = sql<PaidDocument & { taxed: string }, GstSpan>`
  with moved as (select t.bill_id, a.amount as paid, ${DAY} as day
    from transactions t join billpayments p on p.id = t.billpayment_id
    join accounttransactions a on a.transaction_id = t.id and a.account = ${accounts.payables}
    where t.event in (${supplierPlacingEvents}) and t.bill_id is not null
      and t.created_at <= $3::timestamptz)
  select 'b' || m.bill_id as key, null::bigint as invoice_id, null::bigint as adjustment_id,
    m.bill_id, null::bigint as transaction_id, max(b.supplier_statement_number) as number,
    max(s.name) as whose, null::text as reason, max(b.gst_percent)::text as percent,
    min(m.day) as day,
    coalesce(sum(m.paid) filter (where m.day < $1::date), 0)::text as before,
    coalesce(sum(m.paid) filter (where m.day <= $2::date), 0)::text as until,
    coalesce((select sum(a.amount) from accounttransactions a where a.bill_id = m.bill_id
      and a.account in (${accounts.gstOnPurchases}, ${TAXED}) and a.created_at <= $3::timestamptz
      and exists (select from accounttransactions g where g.transaction_id = a.transaction_id
        and g.account = ${accounts.gstOnPurchases})), 0)::numeric(14,2)::text as taxed
  from moved m join bills b on b.id = m.bill_id left join suppliers s on s.id = b.supplier_id
  group by m.bill_id having bool_or(m.day between $1::date and $2::date) order by 1`

/** What was paid in a period for supplies and for bills, by the day of the money; no bad debts. */
export async function paidIn(conn: Conn, span: GstSpan, rates: GstRates): Promise<GstDocument[]> {
  const [received, paid, statements, others] = await Promise.all([
    RECEIVED.all(conn, ...span),
    PAID.all(conn, ...span),
    paidStatements(conn, span, rates),
    // What has no paper, such as the provider's fees, is paid when it is booked.
    purchasesOf(conn, span, rates, ({ bill_id, stated }) => bill_id === null && stated === null),
  ])
  const sales = received.map((one): GstDocument => {
    const suppliers = cents(one.suppliers)
    const ours = (sum: string) => oursOf(cents(sum), suppliers)
    const amount = wholeCents(ours(one.until) - ours(one.before))
    const percent = gstTaxedAt(rates, one.percent, one.day)
    const gst = one.is_zero_rated ? cents('0.00') : contentOf(amount, percent)
    return { ...named(one), box: 5, amount, gst, percent, is_zero_rated: one.is_zero_rated }
  })
  const bills = paid.map((one): GstDocument => {
    // What was taxed of a bill is paid before what was not, such as a difference from before.
    const taxed = (sum: string) => Math.min(cents(sum), Math.max(0, cents(one.taxed)))
    const amount = wholeCents(taxed(one.until) - taxed(one.before))
    const percent = gstTaxedAt(rates, one.percent, one.day)
    const gst = contentOf(amount, percent)
    return { ...named(one), box: 11, amount, gst, percent, is_zero_rated: false }
  })
  return [...sales, ...bills, ...statements, ...others].filter(({ amount }) => amount !== 0)
}

const contentOf = (amount: Cents, percent: string): Cents => gstInsideOf(amount, percent).cents
