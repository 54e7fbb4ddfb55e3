import { BUSINESS_TIME_ZONE } from '#domain/kit/calendar.ts'
import { badField } from '#domain/kit/problem.ts'

/** A year unless somebody says otherwise; a forgotten key must not live for ever. */
const USUAL_YEARS = 1
const LONGEST_YEARS = 2

/** How many days before its end the owner of a key is told. */
export const toldBefore = [14, 1] as const

/** More than any person's programs need. */
export const MOST_KEYS = 20

/** The last day of a new key. */
export function lastDayOf(today: string, wanted: string | undefined): string {
  const from = Temporal.PlainDate.from(today)
  if (wanted === undefined) return from.add({ years: USUAL_YEARS }).toString()
  if (wanted < today) throw badField('ends_on', 'The last day of a key is today or later.')
  if (wanted > from.add({ years: LONGEST_YEARS }).toString())
    throw badField('ends_on', 'A key ends after two years at most.')
  return wanted
}

/** The moment at which a day is over in Auckland. */
export function endOfDay(day: string): Date {
  const next = Temporal.PlainDate.from(day).add({ days: 1 })
  return new Date(next.toZonedDateTime(BUSINESS_TIME_ZONE).epochMilliseconds)
}

/** The last day on which something works that ends at this moment. */
export function lastDayBefore(expires_at: string): string {
  const end = Temporal.Instant.from(expires_at).subtract({ milliseconds: 1 })
  return end.toZonedDateTimeISO(BUSINESS_TIME_ZONE).toPlainDate().toString()
}
