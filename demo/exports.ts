import { accountantfileCalls } from '#domain/exports/accountantfile-calls.ts'
import { exportjob } from '#domain/exports/export.ts'
import { exportCalls } from '#domain/exports/export-calls.ts'
import { messageOf } from '#domain/kit/problem.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { insertRow } from '#server/kit/rows/write-row.ts'
import { DEMO_TODAY } from './demo-time.ts'
import { playCall, playedRow } from './play-call.ts'
import type { On } from './store-billing.ts'

const october = { period_start: '2026-10-01', period_end: '2026-10-31' }

/** The accountant has October; what was exported for the auditors is no longer kept. */
export async function storeExports(on: On, conn: Conn): Promise<void> {
  const then = on('2026-11-03')
  await playedRow(then, conn, accountantfileCalls.create, {
    ...{ target: 'xero_sales', amounts: 'inclusive', ...october },
  })
  await playedRow(on(DEMO_TODAY), conn, accountantfileCalls.create, {
    ...{ target: 'xero_bills', amounts: 'exclusive', ...october },
  })
  await insertRow(then, conn, exportjob, {
    name: 'Meter readings',
    contents: { entities: ['meterreading'], reports: [] },
    export_status: 'failed',
    asked_by: then.actor.name,
    problem: messageOf('unavailable'),
  })
  const stopped = { entities: ['customer'] }
  const id = await playedRow(on('2026-11-10'), conn, exportCalls.create, stopped)
  await playCall(on('2026-11-10'), conn, exportCalls.cancel, { id })
  await insertRow(then, conn, exportjob, {
    name: 'Invoices, Bills, Account transactions and 2 more',
    contents: {
      entities: ['invoice', 'bill', 'accounttransaction', 'invoicepayment', 'billpayment'],
      reports: [],
    },
    ...october,
    reason: 'For the auditors',
    export_status: 'expired',
    files_done: 5,
    files_total: 5,
    rows_done: 1284,
    asked_by: then.actor.name,
    as_at: '2026-11-03T01:12:40.000Z',
    finished_at: '2026-11-03T01:12:43.000Z',
    expires_at: '2026-11-10T01:12:43.000Z',
  })
}
