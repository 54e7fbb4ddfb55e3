import { Exact } from '#domain/kit/decimal.ts'
import type { DaySpan } from '#domain/reports/figures/figure-facts.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { type Fragment, fragment, sql } from '#server/kit/database/sql.ts'
import { type ByDay, type ByMonth, type KeptSource, liveAmounts } from './live-amounts.ts'
import type { LiveDays } from './live-days.ts'

/** No day of business is as old. */
export const BEFORE_ALL = '1900-01-01'

export interface DayAmount {
  day: string
  key: string
  amount: string
}

const AFTER_MARK: LiveDays = {
  from: fragment`(select greatest($1::date, day + 1) from mark)`,
  to: fragment`$2::date`,
}
const ONE_DIRTY_DAY: LiveDays = { from: fragment`dirty.day`, to: fragment`dirty.day` }

/** How what is found is told: under which day, and as what. */
interface SumColumns {
  day: Fragment
  amount: Fragment
}

/**
 * Days that are over come from their kept sums; those that somebody wrote into since, and those that
 * were never summed up, are added up now. So the answer is exact whatever the job has got done.
 */
const sumsOf = (source: KeptSource, { day, amount }: SumColumns) => sql<
  DayAmount,
  [from: string, to: string]
>`
  with mark as materialized (select coalesce(max(closed_to), ${BEFORE_ALL}::date) as day
    from daytotal_marks where source = ${source}),
  dirty as materialized (select distinct d.day from dirtydays d, mark
    where d.source = ${source} and d.day between $1::date and $2::date and d.day <= mark.day)
  select ${day}::text as day, x.key, ${amount}::text as amount from (
    select d.day, d.key, d.amount from daytotals d
    where d.source = ${source} and d.day between $1::date and $2::date
      and d.day <= (select day from mark) and d.day not in (select day from dirty)
    union all select l.day, l.key, l.amount from (${liveAmounts[source](AFTER_MARK)}) l
    union all select l.day, l.key, l.amount
      from dirty cross join lateral (${liveAmounts[source](ONE_DIRTY_DAY)}) l) x
  group by 1, 2`

const daysOf = (source: KeptSource) =>
  sumsOf(source, { day: fragment`x.day`, amount: fragment`sum(x.amount)` })
const monthsOf = (source: KeptSource) =>
  sumsOf(source, {
    day: fragment`date_trunc('month', x.day)::date`,
    amount: fragment`sum(x.amount)::numeric(14,2)`,
  })

const DAYS: Record<ByDay, ReturnType<typeof daysOf>> = {
  books: daysOf('books'),
  received: daysOf('received'),
  margin: daysOf('margin'),
  clearing: daysOf('clearing'),
  use: daysOf('use'),
}

const MONTHS: Record<ByMonth, ReturnType<typeof monthsOf>> = {
  standing: monthsOf('standing'),
  given: monthsOf('given'),
  kept: monthsOf('kept'),
}

/** The amounts of a source, day by day, for sums over some of them. */
export interface KeptDays {
  sumOf(span: DaySpan, keys: readonly string[]): InstanceType<typeof Exact>
  /** How much there is of each key. */
  byKey(span: DaySpan): Map<string, number>
}

export async function keptDays(conn: Conn, source: ByDay, span: DaySpan): Promise<KeptDays> {
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

/** The same month by month, of those days of it that lie in the span; a month is its first day. */
export function keptMonths(conn: Conn, source: ByMonth, { from, to }: DaySpan) {
  return MONTHS[source].all(conn, from, to)
}
