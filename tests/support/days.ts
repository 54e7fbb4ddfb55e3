import { businessToday } from '#domain/kit/calendar.ts'
import { addDays } from '#domain/kit/day-number.ts'

/**
 * A day so many days ahead of the day the tests run, or before it. What is only true of days to come
 * is told of these: a day that is written down lies behind us some morning, and its test fails.
 */
export const dayIn = (days: number): string => addDays(businessToday(Temporal.Now.instant()), days)
