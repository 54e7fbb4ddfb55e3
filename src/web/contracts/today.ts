import { businessToday } from '#domain/kit/calendar.ts'

/** Today's business day, asked for when a screen is drawn. */
export function today(): string {
  return businessToday(Temporal.Now.instant())
}

/** The day a contract is looked at on: today, or its first day while that is still to come. */
export function dayOfInterest(row: { date_start: string | null }): string {
  const now = today()
  return row.date_start && row.date_start > now ? row.date_start : now
}

export function daysLater(day: string, days: number): string {
  return Temporal.PlainDate.from(day).add({ days }).toString()
}
