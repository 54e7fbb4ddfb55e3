import { reportscheduleCalls } from '#domain/reports/schedule/reportschedule-calls.ts'
import type { Conn } from '#server/kit/database/database.ts'
import type { Context } from '#server/kit/http/context.ts'
import { playCall, playedRow } from './play-call.ts'

/** What the office has mailed to itself: each is seen by whoever asked for it. */
export async function storeRegularReports(
  ctx: Context,
  conn: Conn,
  users: ReadonlyMap<string, number>,
): Promise<void> {
  const as = (username: string): Context => {
    const user_id = users.get(username) ?? 0
    return { ...ctx, actor: { ...ctx.actor, user_id, username } }
  }
  const people = (...names: string[]) => names.flatMap((name) => users.get(name) ?? [])
  await playCall(as('manager'), conn, reportscheduleCalls.create, {
    name: 'How partners did',
    report_name: 'partners',
    frequency: 'monthly',
    on_day: 2,
    relative_period: 'last_month',
    recipient_ids: people('manager', 'admin'),
  })
  await playCall(as('accounting'), conn, reportscheduleCalls.create, {
    name: 'What is owed, every Monday',
    report_name: 'receivables',
    frequency: 'weekly',
    on_day: 1,
    recipient_ids: people('accounting', 'manager'),
  })
  const id = await playedRow(as('admin'), conn, reportscheduleCalls.create, {
    name: 'Messages of yesterday',
    report_name: 'messages',
    frequency: 'daily',
    on_day: 1,
    relative_period: 'yesterday',
    recipient_ids: people('admin'),
  })
  await playCall(as('admin'), conn, reportscheduleCalls.pause, { id })
  await playCall(as('admin'), conn, reportscheduleCalls.create, {
    name: 'Evidence of care',
    report_name: 'care',
    frequency: 'monthly',
    on_day: 1,
    relative_period: 'this_year',
    recipient_ids: people('admin', 'manager'),
  })
}
