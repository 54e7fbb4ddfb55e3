import { ledgerEvents, reversalOf } from '#domain/books/ledger-events.ts'
import { accounts } from '#domain/books/postings.ts'
import { cents, sumCents, wholeCents } from '#domain/kit/money.ts'
import type { GroupKey, ReportFact } from '#domain/reports/report.ts'
import { fragment, sql } from '#server/kit/database/sql.ts'
import { discountCalendar } from './discount-calendar.ts'
import { asKnown, COUNTS, monthKey, type ReportSource } from './report-source.ts'

type DiscountSpan = [booked_to: string, known_at: string, from: string, to: string]
const both = (event: (typeof ledgerEvents)[keyof typeof ledgerEvents]) => [event, reversalOf(event)]

/** A discount of a document; or all of a month, where nobody asks for documents. */
interface DiscountRow {
  id: number | null
  number: string | null
  whose: string | null
  day: string
  offered: string
  lost: string
}

interface OfferedDiscount extends DiscountRow {
  taken: string
  open: string
  is_granted: boolean
}

// Invoices with something at stake in the period: only what was booked on them is added up.
const TOUCHED = {
  fragment: `(select w.invoice_id from accounttransactions w
    where w.account = ${accounts.discountAtStake}
      and w.transaction_date between $3::date and $4::date)`,
}

// Each cent at stake was offered when an invoice was sent, and is taken, lost or open since.
const GIVEN = fragment`select i.id, i.invoice_number as number, i.customer_id, x.day, x.offered,
    x.taken, x.lost, x.open,
    coalesce(${asKnown('invoice', 'i', 'ppd_state', 'text')}, 'open') = 'granted' as is_granted
  from (select t.invoice_id,
      min(a.transaction_date) filter (where t.event = ${ledgerEvents.invoiceSent}) as day,
      coalesce(sum(a.amount) filter (where t.event in (${both(ledgerEvents.invoiceSent)})), 0) as offered,
      coalesce(-sum(a.amount) filter (where t.event in (${both(ledgerEvents.discountTaken)})), 0) as taken,
      coalesce(-sum(a.amount) filter (where t.event in (${both(ledgerEvents.discountLost)})), 0) as lost,
      sum(a.amount) as open
    from accounttransactions a join transactions t on t.id = a.transaction_id
    where a.account = ${accounts.discountAtStake} and t.invoice_id in ${TOUCHED}
      and ${COUNTS} group by t.invoice_id) x
  join invoices i on i.id = x.invoice_id where x.day between $3::date and $4::date`

const GIVEN_DOCUMENTS = sql<OfferedDiscount, DiscountSpan>`
  select g.id, g.number, c.name as whose, g.day, g.offered::text, g.taken::text, g.lost::text,
    g.open::text, g.is_granted
  from (${GIVEN}) g join customers c on c.id = g.customer_id order by g.id`

const GIVEN_MONTHS = sql<OfferedDiscount, DiscountSpan>`
  select null::bigint as id, null::text as number, null::text as whose, min(g.day) as day,
    sum(g.offered)::text as offered, sum(g.taken)::text as taken, sum(g.lost)::text as lost,
    sum(g.open)::text as open, g.is_granted
  from (${GIVEN}) g group by date_trunc('month', g.day), g.is_granted`

interface SupplierDiscount extends DiscountRow {
  is_earned: boolean
}

// A bill is booked at what it costs in time; what its discount took off comes on top when it is lost.
const KEPT = fragment`select b.id, b.supplier_statement_number as number, b.supplier_id, x.day,
    b.undiscounted_bill_sum - b.discounted_bill_sum as offered, coalesce(l.lost, 0) as lost,
    coalesce(${asKnown('bill', 'b', 'ppd_state', 'text')}, 'open') = 'earned' as is_earned
  from (select t.bill_id, min(t.transaction_date) as day from transactions t
    where t.event = ${ledgerEvents.billApproved} and t.transaction_date <= $1::date
      and t.bill_id in (select w.bill_id from transactions w
        where w.event = ${ledgerEvents.billApproved}
          and w.transaction_date between $3::date and $4::date)
      and t.created_at <= $2::timestamptz and not exists (select from transactions r
        where r.reverses_id = t.id and r.transaction_date <= $1::date
          and r.created_at <= $2::timestamptz)
    group by t.bill_id) x
  join bills b on b.id = x.bill_id
  left join (select a.bill_id, -sum(a.amount) as lost from transactions t
    join accounttransactions a on a.transaction_id = t.id and a.account = ${accounts.payables}
    where t.event in (${both(ledgerEvents.billDiscountLost)}) and ${COUNTS}
    group by a.bill_id) l on l.bill_id = b.id
  where x.day between $3::date and $4::date and b.undiscounted_bill_sum <> b.discounted_bill_sum
    and b.booked_as in ('cost', 'passed_on')`

const KEPT_DOCUMENTS = sql<SupplierDiscount, DiscountSpan>`
  select k.id, k.number, s.name as whose, k.day, k.offered::text,
    k.lost::numeric(14,2)::text as lost, k.is_earned
  from (${KEPT}) k left join suppliers s on s.id = k.supplier_id order by k.id`

const KEPT_MONTHS = sql<SupplierDiscount, DiscountSpan>`
  select null::bigint as id, null::text as number, null::text as whose, min(k.day) as day,
    sum(k.offered)::text as offered, sum(k.lost)::numeric(14,2)::text as lost, k.is_earned
  from (${KEPT}) k group by date_trunc('month', k.day), k.is_earned`

const BOOKS = sql<{ open: string }, DiscountSpan>`
  select coalesce(sum(a.amount), 0)::numeric(14,2)::text as open from accounttransactions a
  where a.account = ${accounts.discountAtStake} and ${COUNTS} and a.invoice_id in (
    select t.invoice_id from transactions t where t.event = ${ledgerEvents.invoiceSent}
      and t.invoice_id in ${TOUCHED} group by t.invoice_id
    having min(t.transaction_date) between $3::date and $4::date)`

const customers: GroupKey = { key: 'customers', name: 'Given to customers' }
const suppliers: GroupKey = { key: 'suppliers', name: 'Kept from suppliers' }

/** Discounts that were offered in a period on both sides, and what became of each. */
export const discounts: ReportSource = async (conn, question) => {
  const { booked_to, known_at, from, to, isNow, cash, today, group, narrowed } = question
  const asked = [booked_to, known_at, from, to] as const
  const isByDocument = [group, narrowed?.group].includes('document')
  const [given, kept] = isByDocument
    ? [GIVEN_DOCUMENTS, KEPT_DOCUMENTS]
    : [GIVEN_MONTHS, KEPT_MONTHS]
  const [offered, toUs, books, tables] = await Promise.all([
    given.all(conn, ...asked),
    kept.all(conn, ...asked),
    BOOKS.one(conn, ...asked),
    // What lies ahead is asked of now alone.
    isNow ? discountCalendar(conn, today, cash) : [],
  ])
  const facts = [...offered.map(givenFact), ...toUs.map(keptFact)]
  const report = sumCents(facts.map(({ sums }) => wholeCents(sums.open ?? 0)))
  return { facts, tables, agrees: { report, books: cents(books?.open ?? '0.00') } }
}

function givenFact(one: OfferedDiscount): ReportFact {
  const given = cents(one.taken)
  return {
    keys: {
      side: customers,
      month: monthKey(one.day),
      ...(one.id !== null && {
        document: {
          key: `i${one.id}`,
          name: one.number ?? `Invoice ${one.id}`,
          detail: one.whose,
          to: `/app/invoice/edit?id=${one.id}`,
        },
      }),
    },
    sums: {
      offered: cents(one.offered),
      [one.is_granted ? 'granted' : 'taken']: given,
      given,
      lost: cents(one.lost),
      open: cents(one.open),
      net: -given,
    },
  }
}

function keptFact(one: SupplierDiscount): ReportFact {
  const [offered, lost] = [cents(one.offered), cents(one.lost)]
  const rest = wholeCents(offered - lost)
  return {
    keys: {
      side: suppliers,
      month: monthKey(one.day),
      ...(one.id !== null && {
        document: {
          key: `b${one.id}`,
          name: one.number ?? `Bill ${one.id}`,
          detail: one.whose,
          to: `/app/bill/edit?id=${one.id}`,
        },
      }),
    },
    sums: {
      supplier_offered: offered,
      supplier_lost: lost,
      [one.is_earned ? 'supplier_kept' : 'supplier_open']: rest,
      net: one.is_earned ? rest : 0,
    },
  }
}
