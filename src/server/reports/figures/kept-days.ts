import { ledgerEvents, reversalOf } from '#domain/books/ledger-events.ts'
import { Exact } from '#domain/kit/decimal.ts'
import type { DaySpan } from '#domain/reports/figures/figure-facts.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { type Fragment, fragment, sql } from '#server/kit/database/sql.ts'

export const keptSources = ['books', 'received', 'margin', 'use'] as const
export type KeptSource = (typeof keptSources)[number]

const taken = [ledgerEvents.discountTaken, reversalOf(ledgerEvents.discountTaken)]
const lost = [ledgerEvents.discountLost, reversalOf(ledgerEvents.discountLost)]

/** What each source adds up: a day, what it is a part of, and how much. */
export const liveAmounts: Record<KeptSource, Fragment> = {
  books: fragment`select a.transaction_date as day, 'billed' as key, -a.amount as amount
      from accounttransactions a where a.account >= 4000 and a.account <= 4030
    union all select a.transaction_date, case when a.account = 5900 then 'supplier_discount_lost'
        when t.event in (${taken}) then 'discount_taken' else 'discount_lost' end,
      case when a.account = 5900 then a.amount else -a.amount end
    from accounttransactions a join transactions t on t.id = a.transaction_id
    where a.account in (1190, 5900)
      and (a.account = 5900 or t.event in (${taken}) or t.event in (${lost}))`,
  received: fragment`select p.payment_date as day, 'received' as key, p.received_amount as amount
    from invoicepayments p where p.deleted_at is null`,
  margin: fragment`select m.invoiced_date as day, 'margin' as key, m.margin as amount
    from invoicemargins m where m.invoiced_date is not null`,
  use: fragment`select r.reading_date as day, case when r.reading_latest_type = 'estimate'
      then 'estimated' else 'measured' end as key, r.reading_energy as amount
    from meterreadings r where r.deleted_at is null and r.reading_latest_type <> 'misread'
      and r.reading_energy is not null`,
}

interface DayAmount {
  day: string
  key: string
  amount: string
}

/**
 * Days that are over come from their kept sums; those that somebody wrote into since, and those that
 * were never summed up, are added up now. So the answer is exact whatever the job has got done.
 */
const daysOf = (source: KeptSource) => sql<DayAmount, [from: string, to: string]>`
  with mark as materialized (select coalesce(max(closed_to), '-infinity'::date) as day
    from daytotal_marks where source = ${source}),
  dirty as materialized (select distinct d.day from dirtydays d, mark
    where d.source = ${source} and d.day between $1::date and $2::date and d.day <= mark.day)
  select x.day::text, x.key, sum(x.amount)::text as amount from (
    select d.day, d.key, d.amount from daytotals d
    where d.source = ${source} and d.day between $1::date and $2::date
      and d.day <= (select day from mark) and d.day not in (select day from dirty)
    union all select l.day, l.key, l.amount from (${liveAmounts[source]}) l
    where l.day between $1::date and $2::date and l.day > (select day from mark)
    union all select l.day, l.key, l.amount from dirty
      join (${liveAmounts[source]}) l on l.day = dirty.day) x
  group by 1, 2`

const DAYS: Record<KeptSource, ReturnType<typeof daysOf>> = {
  books: daysOf('books'),
  received: daysOf('received'),
  margin: daysOf('margin'),
  use: daysOf('use'),
}

/** The amounts of a source, day by day, for sums over some of them. */
export interface KeptDays {
  sumOf(span: DaySpan, keys: readonly string[]): InstanceType<typeof Exact>
}

export async function keptDays(conn: Conn, source: KeptSource, span: DaySpan): Promise<KeptDays> {
  const rows = await DAYS[source].all(conn, span.from, span.to)
  return {
    sumOf: ({ from, to }, keys) =>
      rows
        .filter(({ day, key }) => day >= from && day <= to && keys.includes(key))
        .reduce((sum, { amount }) => sum.plus(amount), new Exact(0)),
  }
}
