import type { ReminderStep } from '#domain/identity/reminder-plan.ts'
import { addWorkingDays } from '#domain/kit/working-day.ts'

/**
 * The reminder that is due for what is owed: the last step whose day has come, unless it or a later
 * one went out already. Steps that were missed are passed over: nobody gets two letters at once.
 */
export function reminderStep<S extends Pick<ReminderStep, 'days'>>(
  due_date: string,
  steps: readonly S[],
  done: readonly number[],
  today: string,
): S | null {
  const reached = steps.filter(({ days }) => addWorkingDays(due_date, days) <= today)
  const step = reached.toSorted((a, b) => b.days - a.days)[0]
  return step && !done.some((sent) => sent >= step.days) ? step : null
}
