import { ledgerEvents, reversalOf } from '#domain/books/ledger-events.ts'
import { accounts } from '#domain/books/postings.ts'
import { BUSINESS_TIME_ZONE } from '#domain/kit/calendar.ts'
import { Exact } from '#domain/kit/decimal.ts'
import type { DaySpan } from '#domain/reports/figures/figure-facts.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { type Fragment, fragment, sql } from '#server/kit/database/sql.ts'

export const keptSources = ['books', 'received', 'margin', 'clearing', 'use'] as const
export type KeptSource = (typeof keptSources)[number]

/** No day of business is as old. */
export const BEFORE_ALL = '1900-01-01'

const taken = [ledgerEvents.discountTaken, reversalOf(ledgerEvents.discountTaken)]
const lost = [ledgerEvents.discountLost, reversalOf(ledgerEvents.discountLost)]

/** The days that are added up, both included: each a date that PostgreSQL knows before it looks. */
interface LiveDays {
  from: Fragment
  to: Fragment
}

const onDays = (column: string, { from, to }: LiveDays): Fragment => ({
  fragment: `${column} >= ${from.fragment} and ${column} <= ${to.fragment}`,
})

// Compared as an instant: only so does row-level security let the index be used.
const atMoments = (column: string, { from, to }: LiveDays): Fragment => ({
  fragment: `${column} >= (${from.fragment})::timestamp at time zone '${BUSINESS_TIME_ZONE}'
    and ${column} < (${to.fragment} + 1)::timestamp at time zone '${BUSINESS_TIME_ZONE}'`,
})

/** What each source adds up on some days: a day, what it is a part of, and how much. */
export const liveAmounts: Record<KeptSource, (days: LiveDays) => Fragment> = {
  books: (days) => fragment`
    select a.transaction_date as day, 'billed' as key, -a.amount as amount
    from accounttransactions a
    where a.account >= ${accounts.energyIncome} and a.account <= ${accounts.lateFees}
      and ${onDays('a.transaction_date', days)}
    union all select a.transaction_date,
      case when a.account = ${accounts.supplierDiscountLost} then 'supplier_discount_lost'
        when t.event in (${taken}) then 'discount_taken' else 'discount_lost' end,
      case when a.account = ${accounts.supplierDiscountLost} then a.amount else -a.amount end
    from accounttransactions a join transactions t on t.id = a.transaction_id
    where a.account in (${accounts.discountAtStake}, ${accounts.supplierDiscountLost})
      and ${onDays('a.transaction_date', days)}
      and (a.account = ${accounts.supplierDiscountLost}
        or t.event in (${taken}) or t.event in (${lost}))`,
  received: (days) => fragment`
    select p.payment_date as day, 'received' as key, p.received_amount as amount
    from invoicepayments p where p.deleted_at is null and ${onDays('p.payment_date', days)}`,
  margin: (days) => fragment`
    select m.invoiced_date as day, 'margin' as key, m.margin as amount
    from invoicemargins m where m.margin is not null and ${onDays('m.invoiced_date', days)}`,
  // How many invoices took so many days from their date to the day they were cleared.
  clearing: (days) => fragment`
    select x.day, (x.day - x.invoice_date)::text as key, 1 as amount
    from (select (i.cleared_at at time zone ${BUSINESS_TIME_ZONE})::date as day, i.invoice_date
      from invoices i where i.cleared_at is not null and i.invoice_status in ('cleared', 'paid')
        and i.deleted_at is null and ${atMoments('i.cleared_at', days)}) x`,
  use: (days) => fragment`
    select r.reading_date as day, case when r.reading_latest_type = 'estimate'
      then 'estimated' else 'measured' end as key, r.reading_energy as amount
    from meterreadings r where r.deleted_at is null and r.reading_latest_type <> 'misread'
      and r.reading_energy is not null and ${onDays('r.reading_date', days)}`,
}

interface DayAmount {
  day: string
  key: string
  amount: string
}

const AFTER_MARK: LiveDays = {
  from: fragment`(select greatest($1::date, day + 1) from mark)`,
  to: fragment`$2::date`,
}
const ONE_DIRTY_DAY: LiveDays = { from: fragment`dirty.day`, to: fragment`dirty.day` }

/**
 * Days that are over come from their kept sums; those that somebody wrote into since, and those that
 * were never summed up, are added up now. So the answer is exact whatever the job has got done.
 */
const daysOf = (source: KeptSource) => sql<DayAmount, [from: string, to: string]>`
  with mark as materialized (select coalesce(max(closed_to), ${BEFORE_ALL}::date) as day
    from daytotal_marks where source = ${source}),
  dirty as materialized (select distinct d.day from dirtydays d, mark
    where d.source = ${source} and d.day between $1::date and $2::date and d.day <= mark.day)
  select x.day::text, x.key, sum(x.amount)::text as amount from (
    select d.day, d.key, d.amount from daytotals d
    where d.source = ${source} and d.day between $1::date and $2::date
      and d.day <= (select day from mark) and d.day not in (select day from dirty)
    union all select l.day, l.key, l.amount from (${liveAmounts[source](AFTER_MARK)}) l
    union all select l.day, l.key, l.amount
      from dirty cross join lateral (${liveAmounts[source](ONE_DIRTY_DAY)}) l) x
  group by 1, 2`

const DAYS: Record<KeptSource, ReturnType<typeof daysOf>> = {
  books: daysOf('books'),
  received: daysOf('received'),
  margin: daysOf('margin'),
  clearing: daysOf('clearing'),
  use: daysOf('use'),
}

/** The amounts of a source, day by day, for sums over some of them. */
export interface KeptDays {
  sumOf(span: DaySpan, keys: readonly string[]): InstanceType<typeof Exact>
  /** How much there is of each key. */
  byKey(span: DaySpan): Map<string, number>
}

export async function keptDays(conn: Conn, source: KeptSource, span: DaySpan): Promise<KeptDays> {
  const rows = await DAYS[source].all(conn, span.from, span.to)
  return {
    sumOf: ({ from, to }, keys) =>
      rows
        .filter(({ day, key }) => day >= from && day <= to && keys.includes(key))
        .reduce((sum, { amount }) => sum.plus(amount), new Exact(0)),
    byKey: ({ from, to }) => {
      const found = new Map<string, number>()
      for (const { day, key, amount } of rows)
        if (day >= from && day <= to) found.set(key, (found.get(key) ?? 0) + Number(amount))
      return found
    },
  }
}
