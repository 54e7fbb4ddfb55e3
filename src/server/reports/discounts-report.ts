import { ledgerEvents, reversalOf } from '#domain/books/ledger-events.ts'
import { accounts } from '#domain/books/postings.ts'
import { cents, sumCents, wholeCents } from '#domain/kit/money.ts'
import type { GroupKey, ReportFact } from '#domain/reports/report.ts'
import { sql } from '#server/kit/database/sql.ts'
import { discountCalendar } from './discount-calendar.ts'
import { asKnown, COUNTS, monthKey, type ReportSource } from './report-source.ts'

type DiscountSpan = [booked_to: string, known_at: string, from: string, to: string]
const both = (event: (typeof ledgerEvents)[keyof typeof ledgerEvents]) => [event, reversalOf(event)]

interface OfferedDiscount {
  id: number
  number: string | null
  whose: string | null
  day: string
  offered: string
  taken: string
  lost: string
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
const OFFERED = sql<OfferedDiscount, DiscountSpan>`
  select i.id, i.invoice_number as number, c.name as whose, x.day, x.offered::text,
    x.taken::text, x.lost::text, x.open::text,
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
  join invoices i on i.id = x.invoice_id join customers c on c.id = i.customer_id
  where x.day between $3::date and $4::date order by i.id`

interface SupplierDiscount {
  id: number
  number: string | null
  whose: string | null
  day: string
  offered: string
  lost: string
  is_earned: boolean
}

// A bill is booked at what it costs in time; what its discount took off comes on top when it is lost.
const OFFERED_TO_US = sql<SupplierDiscount, DiscountSpan>`
  select b.id, b.supplier_statement_number as number, s.name as whose, x.day,
    (b.undiscounted_bill_sum - b.discounted_bill_sum)::text as offered,
    coalesce((select -sum(a.amount) from accounttransactions a
      join transactions t on t.id = a.transaction_id
      where a.bill_id = b.id and a.account = ${accounts.payables}
        and t.event in (${both(ledgerEvents.billDiscountLost)})
        and ${COUNTS}), 0)::numeric(14,2)::text as lost,
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
  join bills b on b.id = x.bill_id left join suppliers s on s.id = b.supplier_id
  where x.day between $3::date and $4::date and b.undiscounted_bill_sum <> b.discounted_bill_sum
    and b.booked_as in ('cost', 'passed_on') order by b.id`

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
  const { booked_to, known_at, from, to, isNow, cash, today } = question
  const asked = [booked_to, known_at, from, to] as const
  const [offered, toUs, books, tables] = await Promise.all([
    OFFERED.all(conn, ...asked),
    OFFERED_TO_US.all(conn, ...asked),
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
      document: {
        key: `i${one.id}`,
        name: one.number ?? `Invoice ${one.id}`,
        detail: one.whose,
        to: `/app/invoice/edit?id=${one.id}`,
      },
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
      document: {
        key: `b${one.id}`,
        name: one.number ?? `Bill ${one.id}`,
        detail: one.whose,
        to: `/app/bill/edit?id=${one.id}`,
      },
    },
    sums: {
      supplier_offered: offered,
      supplier_lost: lost,
      [one.is_earned ? 'supplier_kept' : 'supplier_open']: rest,
      net: one.is_earned ? rest : 0,
    },
  }
}
