import { BUSINESS_TIME_ZONE } from '#domain/kit/calendar.ts'
import type { Cents } from '#domain/kit/money.ts'
import { monthAndYear } from '#domain/kit/words.ts'
import type { NarrowedTo } from '#domain/reports/narrowed.ts'
import type { GroupKey, ReportFact, ReportHeadline, ReportTable } from '#domain/reports/report.ts'
import type { Span } from '#domain/reports/report-period.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { type Fragment, fragment } from '#server/kit/database/sql.ts'
import type { Context } from '#server/kit/http/context.ts'

/** What a report is asked: of which days, as which day saw it, and as known at which moment. */
export interface ReportQuestion extends Span {
  as_at: string
  /** Up to which day entries count: that one, or all there are where nobody named a day. */
  booked_to: string
  known_at: string
  /** Nobody named a day or a moment: what is kept for now may be used. */
  isNow: boolean
  cash: Cents | null
  /** Whose doings alone are told; null for whoever may see everybody’s. */
  only_user_id: number | null
  today: string
  /** What the rows are to be, and which of them are meant: a source may find no more than that. */
  group: string
  narrowed: NarrowedTo | undefined
}

export interface ReportFinding {
  facts: readonly ReportFact[]
  /** What the rows that are shown are called, where the facts of thousands do without names. */
  keysOf?(conn: Conn, keys: readonly string[]): Promise<GroupKey[]>
  /** What the report comes to and what the books say, where they can be held together. */
  agrees?: { report: Cents; books: Cents }
  tables?: readonly ReportTable[]
  headline?: ReportHeadline
}

/** What finds the facts of a report; grouping, adding up and comparing follow from them. */
export type ReportSource = (
  conn: Conn,
  asked: ReportQuestion,
  ctx: Context,
) => Promise<ReportFinding>

/** Lines that count: $1 is the day they are booked to, $2 the moment they were known at. */
export const COUNTS = fragment`a.transaction_date <= $1::date and a.created_at <= $2::timestamptz`

// An entry that stood: what takes it back was not booked, or not known, by then.
const STANDS = fragment`t.transaction_date <= $1::date and t.created_at <= $2::timestamptz
    and not exists (select from transactions r where r.reverses_id = t.id
      and r.transaction_date <= $1::date and r.created_at <= $2::timestamptz)`

/** How the books are looked at: which lines count, which entries stand, what a discount is. */
export interface Outlook {
  /** Of lines that are called a. */
  counts: Fragment
  /** Of entries that are called t. */
  stands: Fragment
  discountOf(objectClass: string, alias: string): Fragment
}

/** As a day ($1) and a moment ($2) saw them. */
export const SEEN_THEN: Outlook = {
  counts: COUNTS,
  stands: STANDS,
  discountOf: (objectClass, alias) => asKnown(objectClass, alias, 'ppd_state', 'text'),
}

/** All there is, as it is. */
export const SEEN_NOW: Outlook = {
  counts: fragment`true`,
  stands: fragment`not exists (select from transactions r where r.reverses_id = t.id)`,
  discountOf: (_objectClass, alias) => ({ fragment: `${alias}.ppd_state` }),
}

// The end of the day that entries count to, if that came before the moment they were known at.
const THEN = fragment`least($2::timestamptz,
    ($1::date + 1)::timestamp at time zone ${BUSINESS_TIME_ZONE} - interval '1 millisecond')`

/**
 * A column as it was at the end of $1, known at $2: the first later change says what it was before, and
 * one of nothing gave it its first value. Where nothing of the kind was changed since, which is asked
 * once, no row is looked up.
 */
export function asKnown(
  objectClass: string,
  alias: string,
  column: string,
  type: string,
): Fragment {
  const here = `${alias}.${column}`
  const later = `h.object_class = '${objectClass}' and h.created_at > ${THEN.fragment}
    and h.changes -> '${column}' ->> 0 is not null`
  return {
    fragment: `case when exists (select from history h where ${later}) then
      coalesce((select (h.changes -> '${column}' ->> 0)::${type} from history h
        where ${later} and h.object_id = ${alias}.id order by h.id limit 1), ${here})
      else ${here} end`,
  }
}

/** A month as a group: 2026-04, written Apr 2026. */
export function monthKey(day: string | null): GroupKey {
  if (!day) return { key: '', name: 'Without a month' }
  return { key: day.slice(0, 7), name: monthAndYear(day) }
}
