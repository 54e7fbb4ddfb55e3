import { formatDayShort } from '#domain/kit/calendar.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { sql } from '#server/kit/database/sql.ts'
import { notPossible } from '#server/kit/rows/state.ts'

const LOCKED_TO = sql<{ locked_to: string | null }>`
  select locked_to from book_locks order by id desc limit 1`

/** The day up to which nothing is booked any more. */
export async function lockedTo(conn: Conn): Promise<string | null> {
  return (await LOCKED_TO.one(conn))?.locked_to ?? null
}

/** Documents fall on the first open day; a day that somebody writes by hand is meant as written. */
export async function refuseLockedDay(conn: Conn, day: string | null | undefined): Promise<void> {
  const locked = day ? await lockedTo(conn) : null
  if (day && locked && day <= locked)
    throw notPossible('book', `the books are locked to ${formatDayShort(locked)}`)
}
