import { commissionCalls } from '#domain/commissions/commission-calls.ts'
import { commissionstatementCalls } from '#domain/commissions/commissionstatement-calls.ts'
import { contractCalls } from '#domain/contracts/contract-calls.ts'
import { optionCalls } from '#domain/identity/option-calls.ts'
import { userConfigCalls } from '#domain/identity/user-config-calls.ts'
import { reportscheduleCalls } from '#domain/reports/schedule/reportschedule-calls.ts'
import { taskCalls } from '#domain/tasks/task-calls.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { sql } from '#server/kit/database/sql.ts'
import { DEMO_TODAY } from './demo-time.ts'
import { playCall, playedRow } from './play-call.ts'
import type { On } from './store-billing.ts'

const SOMEBODY = sql<{ id: number }, []>`select id from customers
  where customer_status = 'active' and deleted_at is null order by id limit 1`

/** What lies in the bin, and what people have arranged for themselves. */
export async function storeCorners(on: On, conn: Conn): Promise<void> {
  const ctx = on(DEMO_TODAY)
  const customer = await SOMEBODY.one(conn)
  // The series of numbers belongs to everybody, and this book is not there for them yet.
  const draft = await playedRow(ctx, conn, contractCalls.create, {
    contract_number: 'K-0900',
    ...{ customer_id: customer?.id ?? 0, date_start: '2027-01-01', icp_type: 'electricity' },
  })
  await playCall(ctx, conn, contractCalls.remove, { id: draft })
  const task = await playedRow(ctx, conn, taskCalls.create, {
    ...{ subject: 'Order more envelopes', role_name: 'user', due_date: '2026-11-20' },
  })
  await playCall(ctx, conn, taskCalls.remove, { id: task })
  await playCall(ctx, conn, optionCalls.create, {
    ...{ list_name: 'customer_industry', value: 'brewery', label: 'Brewery', position: 90 },
  })
  const schedule = await playedRow(ctx, conn, reportscheduleCalls.create, {
    ...{ name: 'Debts, no longer wanted', report_name: 'receivables', frequency: 'monthly' },
    ...{ on_day: 3, recipient_ids: [ctx.actor.user_id] },
  })
  await playCall(ctx, conn, reportscheduleCalls.remove, { id: schedule })
  await playCall(ctx, conn, userConfigCalls.save, {
    ...{ name: 'reports.favourites', value: ['receivables', 'partners'] },
  })
}

const PARTNERS = sql<{ id: number }, []>`select id from partners
  where deleted_at is null order by id limit 3`

/** A statement that was thrown away, one that was cancelled, and one that is being written. */
export async function storeStatementCorners(on: On, conn: Conn): Promise<void> {
  const partners = await PARTNERS.all(conn)
  const [first, second] = partners
  if (!first) throw new Error('There is no partner.')
  const earn = (partner_id: number, reason: string) =>
    playCall(on('2026-11-11'), conn, commissionCalls.correct, {
      ...{ partner_id, amount: '120.00', reason },
    })
  await earn(first.id, 'Two shops brought at the fair')
  const draft = () =>
    playedRow(on(DEMO_TODAY), conn, commissionstatementCalls.create, { partner_id: first.id })
  await playCall(on(DEMO_TODAY), conn, commissionstatementCalls.remove, { id: await draft() })
  await draft()
  if (!second) return
  await earn(second.id, 'A farm that came through a neighbour')
  const sent = on('2026-11-12')
  const id = await playedRow(sent, conn, commissionstatementCalls.sendOfPartner, second)
  const reason = 'The farm had come through somebody else'
  await playCall(on(DEMO_TODAY), conn, commissionstatementCalls.cancel, { id, reason })
}
