import { z } from 'zod'
import { adjustment } from '#domain/books/adjustment.ts'
import { reminderStep } from '#domain/books/reminder-step.ts'
import { cents } from '#domain/kit/money.ts'
import { isWorkingDay } from '#domain/kit/working-day.ts'
import { settingOf } from '#server/identity/setting.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { sql } from '#server/kit/database/sql.ts'
import { type Context, todayOf } from '#server/kit/http/context.ts'
import { defineJob } from '#server/kit/jobs/job.ts'
import { activeOrganisations, systemContext } from '#server/kit/jobs/system-context.ts'
import { lockRow } from '#server/kit/rows/change-row.ts'
import { remindAdjustment, reminderObstacle } from './remind-adjustment.ts'
import { isPausing } from './reminder-rules.ts'

interface OverdueAdjustment {
  id: number
  due_date: string
  steps_done: number[]
}

const OVERDUE = sql<OverdueAdjustment, [today: string]>`
  select d.id, d.due_date, coalesce((select array_agg(r.step)
    from reminders r where r.adjustment_id = d.id and r.outcome = 'sent'), '{}') as steps_done
  from adjustments d where d.adjustment_status = 'invoiced' and d.balance > 0 and d.due_date < $1
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
export const remindAdjustments = defineJob({
  name: 'remind-adjustments',
  payload: z.strictObject({}),
  run: async (job) => {
    const today = todayOf(job)
    if (!isWorkingDay(today)) return
    for (const organisation_id of await activeOrganisations(job)) {
      const ctx = systemContext(job, organisation_id, 'remind-adjustments')
      const scope = { organisation_id, user_id: null }
      const [steps, overdue] = await job.database.read(scope, (conn) =>
        Promise.all([settingOf(conn, 'reminder_steps'), OVERDUE.all(conn, today)]),
      )
      for (const one of overdue) {
        const step = reminderStep(one.due_date, steps, one.steps_done, today)
        if (step === null) continue
        job.signal.throwIfAborted()
        await job.database.write(scope, (conn) => remindOne(ctx, conn, one.id, step))
      }
    }
  },
})

/** What is refused is kept as evidence; what comes too soon after the last contact waits. */
async function remindOne(ctx: Context, conn: Conn, id: number, step: number): Promise<void> {
  const { row, deleted_at } = await lockRow(ctx, conn, adjustment, id)
  const isOwed = row.adjustment_status === 'invoiced' && cents(row.balance ?? '0.00') > 0
  if (!isOwed || deleted_at !== null) return
  const refusal = await reminderObstacle(ctx, conn, row)
  if (!refusal) await remindAdjustment(ctx, conn, { id, step, despiteHolder: true })
  else if (!(await isPausing(ctx, conn, row.customer_id)))
    await KEEP_REFUSAL.run(conn, ctx.actor.organisation_id, id, step, refusal)
}
