import {
  ledgerEvents,
  payoutEvents,
  placingEvents,
  refundEvents,
  reversalOf,
  supplierPlacingEvents,
} from '#domain/books/ledger-events.ts'
import { accounts } from '#domain/books/postings.ts'
import { gstInsideOf } from '#domain/kit/figure.ts'
import { type GstRates, gstTaxedAt } from '#domain/kit/gst.ts'
import { type Cents, cents, wholeCents } from '#domain/kit/money.ts'
import { type GstDocument, oursOf, paidOf } from '#domain/reports/gst-boxes.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { type Fragment, fragment, sql } from '#server/kit/database/sql.ts'
import { paidStatements } from './gst-commissions.ts'
import { purchasesOf, TAXED } from './gst-purchases.ts'
import { type GstSpan, suppliesOf } from './gst-supplies.ts'
import { type NamedDocument, named } from './named-document.ts'

interface PaidDocument extends NamedDocument {
  /** Money on it up to the day before the period, and up to its last day. */
  before: string
  until: string
  /** The supplier’s block of an invoice, or what was taxed of a bill, on the same days. */
  part_before: string
  part_until: string
  /** What the document is taxed at, and the first day of money for it. */
  percent: string | null
  day: string
}

/** Up to which day the books were locked when an entry that is called so was booked. */
const lockedAt = (entry: 'a' | 't'): Fragment => ({
  fragment: `coalesce((select k.locked_to from book_locks k
    where k.created_at <= ${entry}.created_at order by k.id desc limit 1), '-infinity'::date)`,
})

// Money counts on the day it was paid, unless the books were locked over that day when it was put
// where it lies: then on the day of that. What leaves its place to be paid back, and what is put there
// again because it was not, has a day of its own.
const DAY = fragment`case when b.day is not null then b.day when p.payment_date > ${lockedAt('t')}
  then p.payment_date else t.transaction_date end`

const wentBack = (money: 'invoicepayment_id' | 'billpayment_id', events: readonly string[]) => {
  const column = { fragment: money }
  return fragment`(select r.${column}, r.created_at, r.request_id, min(r.transaction_date) as day
    from transactions r where r.event in (${events}) and r.${column} is not null
    group by r.${column}, r.created_at, r.request_id) b
    on b.${column} = t.${column} and b.created_at = t.created_at and b.request_id = t.request_id`
}
const paidBackEvents = [ledgerEvents.billPaidBack, reversalOf(ledgerEvents.billPaidBack)]

/**
 * What a document had in its lines up to the day before the period, and up to its last day. A day that
 * was locked when a line was booked keeps what it was returned with.
 */
const asReturned = (sign: 1 | -1): Fragment => ({
  fragment: `coalesce(sum(${sign} * a.amount) filter (where ${lockedAt('a').fragment}
      < $1::date - 1), 0)::numeric(14,2)::text as part_before,
    coalesce(sum(${sign} * a.amount) filter (where ${lockedAt('a').fragment}
      < $2::date), 0)::numeric(14,2)::text as part_until`,
})

const MONEY = fragment`coalesce(sum(m.paid) filter (where m.day < $1::date), 0)::text as before,
  coalesce(sum(m.paid) filter (where m.day <= $2::date), 0)::text as until, min(m.day) as day`

const SHIFTED = [
  ...[ledgerEvents.invoiceSent, reversalOf(ledgerEvents.invoiceSent)],
  ...[ledgerEvents.discountTaken, reversalOf(ledgerEvents.discountTaken)],
]
const BLOCKS = fragment`accounttransactions a join transactions t on t.id = a.transaction_id
  where a.account = ${accounts.suppliersMoney} and t.event in (${SHIFTED})
    and a.created_at <= $3::timestamptz`

// What was put on a debt before it was noted whose credit it is, and is taken off again, is nothing.
const SET_OFF = fragment`select t.invoice_id, t.adjustment_id, t.credit_invoice_id,
    t.credit_adjustment_id,
    greatest(coalesce(sum(-a.amount) filter (where t.transaction_date < $1::date), 0), 0) as before,
    greatest(coalesce(sum(-a.amount) filter (where t.transaction_date <= $2::date), 0), 0) as until
  from transactions t
  join accounttransactions a on a.transaction_id = t.id and a.account = ${accounts.receivables}
  where t.event in (${placingEvents}) and t.created_at <= $3::timestamptz
    and num_nonnulls(t.credit_invoice_id, t.credit_adjustment_id) = 1
  group by 1, 2, 3, 4`
const SET_OFF_DAYS = fragment`cross join lateral (values (s.before, $1::date - 1),
    (s.until - s.before, $2::date)) x (paid, day) where x.paid <> 0`

// Credit that an invoice or an adjustment gave and that was paid out is money off it; set against a
// debt, it is money off the one and on the other.
const RECEIVED = sql<PaidDocument & { is_zero_rated: boolean }, GstSpan>`
  with set_off as (${SET_OFF}),
  moved as (select t.invoice_id, t.adjustment_id, -a.amount as paid, ${DAY} as day
    from transactions t join invoicepayments p on p.id = t.invoicepayment_id
    join accounttransactions a on a.transaction_id = t.id and a.account = ${accounts.receivables}
    left join ${wentBack('invoicepayment_id', refundEvents)}
    where t.event in (${placingEvents}) and t.created_at <= $3::timestamptz
    union all
    select p.invoice_id, p.adjustment_id, -a.amount, t.transaction_date
    from transactions t join invoicepayments p on p.id = t.invoicepayment_id
    join accounttransactions a on a.transaction_id = t.id and a.account = ${accounts.customerCredit}
    where t.event in (${payoutEvents}) and p.amount_incl_gst < 0
      and t.created_at <= $3::timestamptz
    union all
    select s.invoice_id, s.adjustment_id, x.paid, x.day from set_off s ${SET_OFF_DAYS}
    union all
    select s.credit_invoice_id, s.credit_adjustment_id, -x.paid, x.day
    from set_off s ${SET_OFF_DAYS}),
  documents as (select m.invoice_id, m.adjustment_id, ${MONEY}
    from moved m group by m.invoice_id, m.adjustment_id
    having bool_or(m.day between $1::date and $2::date)
      or m.invoice_id in (select a.invoice_id from ${BLOCKS} and a.transaction_date >= $1::date))
  select coalesce('i' || m.invoice_id, 'a' || m.adjustment_id) as key, m.invoice_id,
    m.adjustment_id, null::bigint as bill_id, null::bigint as transaction_id,
    coalesce(i.invoice_number, d.adjustment_number) as number, c.name as whose,
    null::text as reason, m.before, m.until, b.part_before, b.part_until,
    coalesce(i.gst_percent = 0, false) as is_zero_rated,
    coalesce(i.gst_percent, d.gst_percent)::text as percent, m.day
  from documents m left join invoices i on i.id = m.invoice_id
  left join adjustments d on d.id = m.adjustment_id
  left join customers c on c.id = coalesce(i.customer_id, d.customer_id)
  cross join lateral (select ${asReturned(-1)} from ${BLOCKS} and a.invoice_id = m.invoice_id) b
  where m.invoice_id is not null or d.with_gst order by 1`

const TAXED_LINES = fragment`accounttransactions a where a.account in
    (${accounts.gstOnPurchases}, ${TAXED}) and a.created_at <= $3::timestamptz
  and exists (select from accounttransactions g where g.transaction_id = a.transaction_id
    and g.account = ${accounts.gstOnPurchases})`

const PAID = sql<PaidDocument, GstSpan>`
  with moved as (select t.bill_id, a.amount as paid, ${DAY} as day
    from transactions t join billpayments p on p.id = t.billpayment_id
    join accounttransactions a on a.transaction_id = t.id and a.account = ${accounts.payables}
    left join ${wentBack('billpayment_id', paidBackEvents)}
    where t.event in (${supplierPlacingEvents}) and t.bill_id is not null
      and t.created_at <= $3::timestamptz),
  documents as (select m.bill_id, ${MONEY} from moved m group by m.bill_id
    having bool_or(m.day between $1::date and $2::date) or m.bill_id in (select a.bill_id
      from accounttransactions a where a.account = ${accounts.gstOnPurchases}
        and a.transaction_date >= $1::date and a.created_at <= $3::timestamptz))
  select 'b' || m.bill_id as key, null::bigint as invoice_id, null::bigint as adjustment_id,
    m.bill_id, null::bigint as transaction_id, b.supplier_statement_number as number,
    s.name as whose, null::text as reason, b.gst_percent::text as percent, m.day, m.before, m.until,
    x.part_before, x.part_until
  from documents m join bills b on b.id = m.bill_id left join suppliers s on s.id = b.supplier_id
  cross join lateral (select ${asReturned(1)} from ${TAXED_LINES} and a.bill_id = m.bill_id) x
  order by 1`

/** What was paid in a period for supplies and for bills, by the day of the money; no bad debts. */
export async function paidIn(conn: Conn, span: GstSpan, rates: GstRates): Promise<GstDocument[]> {
  const [received, paid, statements, ...others] = await Promise.all([
    RECEIVED.all(conn, ...span),
    PAID.all(conn, ...span),
    paidStatements(conn, span, rates),
    // What has no paper, such as the provider's fees, is paid when it is booked; so is what we keep of
    // a supplier's discount, since nobody pays that by itself.
    purchasesOf(conn, span, rates, ({ bill_id, stated }) => bill_id === null && stated === null),
    suppliesOf(conn, span, rates, ({ key }) => key.startsWith('p') || key.startsWith('t')),
  ])
  const sales = received.map((one) => {
    const amount = changeOf(one, oursOf)
    return { ...paidDocument(one, amount, rates), box: 5 as const }
  })
  const bills = paid.map((one) => {
    // What was taxed of a bill is paid before what was not, such as a difference from before.
    const amount = changeOf(one, paidOf)
    return { ...paidDocument(one, amount, rates), box: 11 as const }
  })
  return [...sales, ...bills, ...statements, ...others.flat()].filter(({ amount }) => amount !== 0)
}

/** By how much the counted part of a document’s money grew in the period. */
function changeOf(
  { before, until, part_before, part_until }: PaidDocument,
  counted: (paid: Cents, part: Cents) => Cents,
): Cents {
  const then = counted(cents(before), cents(part_before))
  return wholeCents(counted(cents(until), cents(part_until)) - then)
}

function paidDocument(
  one: PaidDocument & { is_zero_rated?: boolean },
  amount: Cents,
  rates: GstRates,
): Omit<GstDocument, 'box'> {
  const { is_zero_rated = false } = one
  const percent = gstTaxedAt(rates, one.percent, one.day)
  const gst = is_zero_rated ? cents('0.00') : gstInsideOf(amount, percent).cents
  return { ...named(one), amount, gst, percent, is_zero_rated }
}
