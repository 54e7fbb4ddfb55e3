import { z } from 'zod'
import { reminderStep } from '#domain/books/reminder-step.ts'
import { type PlannedStep, planFor } from '#domain/identity/reminder-plan.ts'
import { isWorkingDay } from '#domain/kit/working-day.ts'
import { settingsOf } from '#server/identity/setting.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { type Context, todayOf } from '#server/kit/http/context.ts'
import { defineJob } from '#server/kit/jobs/job.ts'
import { activeOrganisations, systemContext } from '#server/kit/jobs/system-context.ts'

interface Overdue {
  customer_type: string | null
  due_date: string
  steps_done: number[]
}

interface Reminding<O extends Overdue> {
  name: string
  /** What is overdue today, with the steps that went out already. */
  overdue: { all(conn: Conn, today: string): Promise<O[]> }
  remind(ctx: Context, conn: Conn, one: O, step: PlannedStep): Promise<void>
}

/** On working days, reminders of what is overdue: each step of a document at most once. */
export function reminderJob<O extends Overdue>({ name, overdue, remind }: Reminding<O>) {
  return defineJob({
    name,
    payload: z.strictObject({}),
    run: async (job) => {
      const today = todayOf(job)
      if (!isWorkingDay(today)) return
      for (const organisation_id of await activeOrganisations(job)) {
        const ctx = systemContext(job, organisation_id, name)
        const scope = { organisation_id, user_id: null }
        const [plans, found] = await job.database.read(scope, (conn) =>
          Promise.all([reminderPlans(conn), overdue.all(conn, today)]),
        )
        for (const one of found) {
          const step = reminderStep(one.due_date, plans(one), one.steps_done, today)
          if (!step) continue
          job.signal.throwIfAborted()
          await job.database.write(scope, (conn) => remind(ctx, conn, one, step))
        }
      }
    },
  })
}

/** How the customers of the organisation are reminded, by what type each is of. */
export async function reminderPlans(conn: Conn) {
  const { reminder_steps, reminder_steps_by_class } = await settingsOf(conn, [
    'reminder_steps',
    'reminder_steps_by_class',
  ])
  return ({ customer_type }: Pick<Overdue, 'customer_type'>) =>
    planFor(reminder_steps, reminder_steps_by_class, customer_type)
}
