import { z } from 'zod'
import { reminderStep } from '#domain/books/reminder-step.ts'
import { type PlannedStep, stepByHand } from '#domain/identity/reminder-plan.ts'
import { isWorkingDay } from '#domain/kit/working-day.ts'
import { reminderPlans } from '#server/identity/reminder-plans.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { sql } from '#server/kit/database/sql.ts'
import { type Context, todayOf } from '#server/kit/http/context.ts'
import { defineJob } from '#server/kit/jobs/job.ts'
import { eachOrganisation, systemContext } from '#server/kit/jobs/system-context.ts'

interface Overdue {
  customer_id: number
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
      await eachOrganisation(job, async (organisation_id) => {
        const ctx = systemContext(job, organisation_id, name)
        const scope = { organisation_id, user_id: null }
        const [plans, found] = await job.database.read(scope, (conn) =>
          Promise.all([reminderPlans(conn), overdue.all(conn, today)]),
        )
        const stepOf = ({ due_date, steps_done }: O, plan: readonly PlannedStep[]) =>
          reminderStep(due_date, plan, steps_done, today)
        for (const one of found) {
          if (!stepOf(one, plans(one))) continue
          job.signal.throwIfAborted()
          await job.database.write(scope, async (conn) => {
            // Somebody may have changed the plan, or the customer's type, since all were looked for.
            const step = stepOf(one, await planOf(conn, one.customer_id))
            if (step) await remind(ctx, conn, one, step)
          })
        }
      })
    },
  })
}

const CUSTOMER_TYPE = sql<{ customer_type: string | null }, [customer_id: number]>`
  select customer_type from customers where id = $1`

/** The step in whose words, and by whose way, a person reminds a customer. */
export async function stepByHandOf(conn: Conn, customer_id: number): Promise<PlannedStep> {
  return stepByHand(await planOf(conn, customer_id))
}

/** How a customer is reminded now. */
async function planOf(conn: Conn, customer_id: number): Promise<PlannedStep[]> {
  const [plans, found] = [await reminderPlans(conn), await CUSTOMER_TYPE.one(conn, customer_id)]
  return plans({ customer_type: found?.customer_type ?? null })
}
