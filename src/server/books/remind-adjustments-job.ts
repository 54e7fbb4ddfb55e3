import { adjustment } from '#domain/books/adjustment.ts'
import type { PlannedStep } from '#domain/identity/reminder-plan.ts'
import { cents } from '#domain/kit/money.ts'
import { attempt } from '#server/kit/database/attempt.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { fragment, sql } from '#server/kit/database/sql.ts'
import type { Context } from '#server/kit/http/context.ts'
import { lockRow } from '#server/kit/rows/change-row.ts'
import { promisedFor } from '#server/messaging/checks/promised-for.ts'
import { customerOf } from './adjustment-owner.ts'
import { isPromised } from './promised.ts'
import { remindAdjustment } from './remind-adjustment.ts'
import { reminderJob } from './reminder-job.ts'
import { isPausing, reminderRefusal } from './reminder-rules.ts'

interface OverdueAdjustment {
  id: number
  customer_id: number
  customer_type: string | null
  due_date: string
  steps_done: number[]
}

const OVERDUE = sql<OverdueAdjustment, [today: string]>`
  select d.id, d.customer_id, c.customer_type, d.due_date, coalesce((select array_agg(r.step)
    from reminders r where r.adjustment_id = d.id and r.outcome = 'sent'), '{}') as steps_done
  from adjustments d join customers c on c.id = d.customer_id
  where d.adjustment_status = 'invoiced' and d.due_date < $1
    and d.balance > ${promisedFor('a', fragment`d`)}
    and d.deleted_at is null order by d.customer_id, d.due_date, d.id`

const KEEP_REFUSAL = sql<
  never,
  [organisation_id: number | null, adjustment_id: number, step: number, reason: string]
>`insert into reminders (organisation_id, adjustment_id, step, outcome, reason)
  values ($1, $2, $3, 'refused', $4) on conflict do nothing`

/**
 * On working days, after the reminders of invoices: what is overdue without one. Who heard from us
 * about an invoice this morning hears of the adjustment when the pause is over.
 */
export const remindAdjustments = reminderJob({
  name: 'remind-adjustments',
  overdue: OVERDUE,
  remind: remindOne,
})

/** What is refused is kept as evidence; what comes too soon after the last contact waits. */
async function remindOne(
  ctx: Context,
  conn: Conn,
  { id }: OverdueAdjustment,
  step: PlannedStep,
): Promise<void> {
  const { row, deleted_at } = await lockRow(ctx, conn, adjustment, id)
  const isOwed = row.adjustment_status === 'invoiced' && cents(row.balance ?? '0.00') > 0
  if (!isOwed || deleted_at !== null) return
  // The same step is looked at again tomorrow, when the bank may have answered.
  if (await isPromised(conn, 'a', id)) return
  const keep = async (refusal: string) => {
    if (await isPausing(ctx, conn, customerOf(row))) return
    await KEEP_REFUSAL.run(conn, ctx.actor.organisation_id, id, step.days, refusal)
  }
  const refusal = await reminderRefusal(ctx, conn, { ...row, customer_id: customerOf(row) })
  if (refusal) return keep(refusal.reason)
  const remind = async () => {
    await remindAdjustment(ctx, conn, { id, step, despiteHolder: true })
  }
  await attempt(conn, remind, ({ message }) => keep(message))
}
