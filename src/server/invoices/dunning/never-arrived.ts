import { BUSINESS_TIME_ZONE } from '#domain/kit/calendar.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { fragment, sql } from '#server/kit/database/sql.ts'

const WITH_IT = fragment`messages m where m.organisation_id = i.organisation_id
  and m.invoice_id = i.id and m.direction = 'out' and m.kind in ('invoice', 'copy')`

/**
 * Whether the invoice in row `i` has not reached its customer: all mails with it were refused, stopped
 * or came back, and nobody opened its page. What was posted or is on its way is not among these.
 */
export const NEVER_ARRIVED = fragment`(not coalesce(i.opened, false)
  and coalesce((select bool_and(m.status in ('failed', 'bounced', 'blocked')) from ${WITH_IT}),
    false))`

/** The day on which the first mail with the invoice in row `i` left that did not come back. */
export const ARRIVED = fragment`(select min((m.sent_at at time zone ${BUSINESS_TIME_ZONE})::date)
  from ${WITH_IT} and m.status in ('accepted', 'delivered'))`

const ONE = sql<{ never_arrived: boolean }, [id: number]>`
  select ${NEVER_ARRIVED} as never_arrived from invoices i where i.id = $1`

export async function hasNeverArrived(conn: Conn, id: number): Promise<boolean> {
  return (await ONE.one(conn, id))?.never_arrived ?? false
}
