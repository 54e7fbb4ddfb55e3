import { gstreturnCalls } from '#domain/reports/gstreturn-calls.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { sql } from '#server/kit/database/sql.ts'
import { DEMO_TODAY } from './demo-time.ts'
import { playCall, playedRow } from './play-call.ts'
import type { On } from './store-billing.ts'

const FILED_ON = '2026-11-11'

// So large a broker files every month.
const EVERY_MONTH = sql<never, []>`insert into organisationconfigs (organisation_id, name, value)
  values (scope_organisation(), 'gst_period', '"1"')`

/** The return of October is filed, well before it was due; that of this month is prepared. */
export async function storeGstReturns(on: On, conn: Conn): Promise<void> {
  await EVERY_MONTH.run(conn)
  const then = on(FILED_ON)
  const id = await playedRow(then, conn, gstreturnCalls.create, { period_end: '2026-10-31' })
  const filing = { id, filed_date: FILED_ON, reference: '2026-1031-118' }
  await playCall(then, conn, gstreturnCalls.file, filing)
  await playedRow(on(DEMO_TODAY), conn, gstreturnCalls.create, { period_end: '2026-11-30' })
}
