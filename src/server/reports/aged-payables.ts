import { accounts } from '#domain/books/postings.ts'
import { formatDayShort } from '#domain/kit/calendar.ts'
import { cents, sumCents, wholeCents } from '#domain/kit/money.ts'
import { agedSums, creditSums } from '#domain/reports/aged.ts'
import type { ReportFact } from '#domain/reports/report.ts'
import { ISSUED } from '#server/bills/supplier-account.ts'
import { sql } from '#server/kit/database/sql.ts'
import { standingOn } from './figures/standing.ts'
import {
  asKnown,
  COUNTS,
  monthKey,
  type ReportQuestion,
  type ReportSource,
} from './report-source.ts'

interface OwedItem {
  supplier_id: number | null
  supplier: string | null
  bill_id: number | null
  adjustment_id: number | null
  number: string | null
  due_date: string | null
  is_held: boolean
  amount: string
}

type Moment = [booked_to: string, known_at: string]

// What the books say of a day as they were at a moment, bill by bill and adjustment by adjustment.
const ITEMS = sql<OwedItem, Moment>`
  select coalesce(b.supplier_id, d.supplier_id, x.supplier_id) as supplier_id, s.name as supplier,
    x.bill_id, x.adjustment_id, coalesce(b.supplier_statement_number, d.adjustment_number) as number,
    case when b.id is not null then
        coalesce(${asKnown('bill', 'b', 'supplier_due_date', 'date')}, b.due_date, ${ISSUED})
      else ${asKnown('adjustment', 'd', 'due_date', 'date')} end as due_date,
    coalesce(case when b.id is not null then ${asKnown('bill', 'b', 'is_withheld', 'boolean')}
      else ${asKnown('adjustment', 'd', 'is_held', 'boolean')} end, false) as is_held,
    x.amount::text
  from (select a.supplier_id, a.bill_id, a.adjustment_id, -sum(a.amount) as amount
    from accounttransactions a where a.account = ${accounts.payables} and ${COUNTS}
    group by a.supplier_id, a.bill_id, a.adjustment_id having sum(a.amount) <> 0) x
  left join bills b on b.id = x.bill_id
  left join adjustments d on d.id = x.adjustment_id
  left join suppliers s on s.id = coalesce(b.supplier_id, d.supplier_id, x.supplier_id)`

// Our money with suppliers that lies on nothing.
const CREDIT = sql<OwedItem, Moment>`
  select x.supplier_id, s.name as supplier, null::bigint as bill_id, null::bigint as adjustment_id,
    null::text as number, null::date as due_date, false as is_held, x.amount::text
  from (select a.supplier_id, sum(a.amount) as amount from accounttransactions a
    where a.account = ${accounts.supplierCredit} and ${COUNTS}
    group by a.supplier_id having sum(a.amount) <> 0) x
  left join suppliers s on s.id = x.supplier_id`

/** What we owe suppliers by age on a day, less what we have there. */
export const payables: ReportSource = async (conn, asked) => {
  const { booked_to, known_at } = asked
  const [items, credits, standing] = await Promise.all([
    ITEMS.all(conn, booked_to, known_at),
    CREDIT.all(conn, booked_to, known_at),
    standingOn(conn, asked, [accounts.payables, accounts.supplierCredit]),
  ])
  const facts = [
    ...items.map((item) => owedFact(item, asked)),
    ...credits.map((credit) => creditFact(credit)),
  ]
  const report = sumCents(facts.map(({ sums }) => wholeCents(sums.total ?? 0)))
  return { facts, agrees: { report, books: wholeCents(-standing) } }
}

function owedFact(item: OwedItem, { as_at }: ReportQuestion): ReportFact {
  const { bill_id, adjustment_id, due_date, is_held, number } = item
  return {
    keys: {
      supplier: supplierKey(item),
      month: monthKey(due_date),
      item: {
        key: bill_id ? `b${bill_id}` : `a${adjustment_id}`,
        name: number ?? (bill_id ? `Bill ${bill_id}` : 'Without a number'),
        detail: `${supplierKey(item).name}${due_date ? `, due ${formatDayShort(due_date)}` : ''}`,
        to: bill_id ? `/app/bill/edit?id=${bill_id}` : `/app/adjustment?id=${adjustment_id}`,
      },
    },
    sums: agedSums({ owed: cents(item.amount), due_date, is_held }, as_at),
  }
}

function creditFact(credit: OwedItem): ReportFact {
  const supplier = supplierKey(credit)
  return {
    keys: {
      supplier,
      month: { key: '', name: 'Credit' },
      item: { key: `c${supplier.key}`, name: 'Credit', detail: supplier.name, to: supplier.to },
    },
    sums: creditSums(cents(credit.amount)),
  }
}

const supplierKey = ({ supplier_id, supplier }: OwedItem) => ({
  key: String(supplier_id ?? ''),
  name: supplier ?? 'Without a supplier',
  to: supplier_id ? `/app/supplier/details?id=${supplier_id}` : null,
})
