import { businessToday } from '#domain/kit/calendar.ts'

/** Today's business day, asked for when a screen is drawn. */
export function today(): string {
  return businessToday(Temporal.Now.instant())
}

export function daysLater(day: string, days: number): string {
  return Temporal.PlainDate.from(day).add({ days }).toString()
}
