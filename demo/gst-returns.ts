import { gstreturnCalls } from '#domain/reports/gstreturn-calls.ts'
import type { Conn } from '#server/kit/database/database.ts'
import type { Context } from '#server/kit/http/context.ts'
import { DEMO_TODAY } from './demo-time.ts'
import { playCall, playedRow } from './play-call.ts'

const FILED_ON = '2026-10-27'

/** The return of the last period is filed, the day before it was due; that of this one is prepared. */
export async function storeGstReturns(on: (day: string) => Context, conn: Conn): Promise<void> {
  const then = on(FILED_ON)
  const id = await playedRow(then, conn, gstreturnCalls.create, { period_end: '2026-09-30' })
  const filing = { id, filed_date: FILED_ON, reference: '2026-0930-118' }
  await playCall(then, conn, gstreturnCalls.file, filing)
  await playedRow(on(DEMO_TODAY), conn, gstreturnCalls.create, { period_end: '2026-11-30' })
}
