import { LATEST_DAY } from '#domain/kit/calendar.ts'
import { type Cents, cents, sumCents } from '#domain/kit/money.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { sql } from '#server/kit/database/sql.ts'
import { COUNTS, type ReportQuestion } from '../report-source.ts'
import { BEFORE_ALL, keptMonths } from './kept-days.ts'
import { STANDING } from './live-amounts.ts'

const THEN = sql<
  { standing: string },
  [booked_to: string, known_at: string, wanted: readonly number[]]
>`select coalesce(sum(a.amount), 0)::numeric(14,2)::text as standing from accounttransactions a
  where a.account in (${STANDING}) and a.account = any($3) and ${COUNTS}`

/** What stands on some of the accounts of customers and suppliers, as a day and a moment saw it. */
export async function standingOn(
  conn: Conn,
  { isNow, booked_to, known_at }: ReportQuestion,
  wanted: readonly number[],
): Promise<Cents> {
  if (!isNow) return cents((await THEN.one(conn, booked_to, known_at, wanted))?.standing ?? '0.00')
  const months = await keptMonths(conn, 'standing', { from: BEFORE_ALL, to: LATEST_DAY })
  return sumCents(
    months.flatMap(({ key, amount }) => (wanted.includes(Number(key)) ? [cents(amount)] : [])),
  )
}
