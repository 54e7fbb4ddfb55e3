import { type PlannedStep, planFor } from '#domain/identity/reminder-plan.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { settingsOf } from './setting.ts'

type PlanOf = (customer: { customer_type: string | null }) => PlannedStep[]

/** How the customers of the organisation are reminded, by what type each is of. */
export async function reminderPlans(conn: Conn): Promise<PlanOf> {
  const { reminder_steps, reminder_steps_by_class } = await settingsOf(conn, [
    'reminder_steps',
    'reminder_steps_by_class',
  ])
  return ({ customer_type }) => planFor(reminder_steps, reminder_steps_by_class, customer_type)
}
