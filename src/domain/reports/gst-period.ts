import { addDays, nextMonthStart } from '#domain/kit/day-number.ts'
import { addWorkingDays, nextWorkingDay } from '#domain/kit/working-day.ts'

/** How long before a return is due somebody is warned, in working days. */
export const gstWarnings = [10, 3] as const

/**
 * The day a return is due: the 28th of the month after the period, but 15 January for November and
 * 7 May for March; the next working day where that is none.
 */
export function gstDueDate(period_end: string): string {
  const next = nextMonthStart(period_end)
  if (period_end.slice(5, 7) === '11') return nextWorkingDay(addDays(nextMonthStart(next), 14))
  if (period_end.slice(5, 7) === '03') return nextWorkingDay(addDays(nextMonthStart(next), 6))
  return nextWorkingDay(addDays(next, 27))
}

/** The days on which somebody is warned of a return. */
export function gstWarningDays(due_date: string): string[] {
  return gstWarnings.map((days) => addWorkingDays(due_date, -days))
}
