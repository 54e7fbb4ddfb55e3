import { BUSINESS_TIME_ZONE, formatDayLong, formatTime } from '#domain/kit/calendar.ts'

/** Tue 03 Feb 2026, 8:00 am, on the clocks of the office. */
export function formatMoment(instant: string): string {
  const point = Temporal.Instant.from(instant)
  const day = point.toZonedDateTimeISO(BUSINESS_TIME_ZONE).toPlainDate()
  return `${formatDayLong(day.toString())}, ${formatTime(point)}`
}
