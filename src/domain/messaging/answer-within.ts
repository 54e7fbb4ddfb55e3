import { BUSINESS_TIME_ZONE } from '#domain/kit/calendar.ts'
import { isWorkingDay } from '#domain/kit/working-day.ts'

// An office day of eight and a half hours, as most have it.
const OPENS = Temporal.PlainTime.from('08:30')
const CLOSES = Temporal.PlainTime.from('17:00')

const MOST_DAYS = 14

/** Hours in which somebody was there to answer, at most those of a fortnight. */
export function workingHours(since: Temporal.Instant, now: Temporal.Instant): number {
  const from = since.toZonedDateTimeISO(BUSINESS_TIME_ZONE)
  const to = now.toZonedDateTimeISO(BUSINESS_TIME_ZONE)
  let minutes = 0
  let day = from.toPlainDate()
  for (let count = 0; count < MOST_DAYS; count += 1) {
    if (Temporal.PlainDate.compare(day, to.toPlainDate()) > 0) break
    if (isWorkingDay(day.toString())) minutes += minutesOf(day, from, to)
    day = day.add({ days: 1 })
  }
  return minutes / 60
}

function minutesOf(
  day: Temporal.PlainDate,
  from: Temporal.ZonedDateTime,
  to: Temporal.ZonedDateTime,
): number {
  const at = (plainTime: Temporal.PlainTime) =>
    day.toZonedDateTime({ timeZone: BUSINESS_TIME_ZONE, plainTime }).epochMilliseconds
  const begin = Math.max(at(OPENS), from.epochMilliseconds)
  const end = Math.min(at(CLOSES), to.epochMilliseconds)
  return Math.max(0, end - begin) / 60_000
}

/** Whether somebody has waited for so many working hours. */
export function isLate(
  waiting_since: string | null,
  now: Temporal.Instant,
  answer_within: number,
): boolean {
  if (waiting_since === null) return false
  return workingHours(Temporal.Instant.from(waiting_since), now) >= answer_within
}
