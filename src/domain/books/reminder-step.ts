import { addWorkingDays } from '#domain/kit/working-day.ts'

/**
 * The reminder that is due for what is owed: the last step whose day has come, unless it or a later
 * one went out already. Steps that were missed are passed over: nobody gets two letters at once.
 */
export function reminderStep(
  due_date: string,
  steps: readonly number[],
  done: readonly number[],
  today: string,
): number | null {
  const reached = steps.filter((step) => addWorkingDays(due_date, step) <= today)
  const step = reached.length > 0 ? Math.max(...reached) : null
  return step !== null && !done.some((sent) => sent >= step) ? step : null
}
