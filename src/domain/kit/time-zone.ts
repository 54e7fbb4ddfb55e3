import { BUSINESS_TIME_ZONE } from './calendar.ts'

// A name of the IANA list; an offset such as +13:00 knows no summer time and is none.
const SHAPE = /^[a-z][\w+-]*(\/[a-z][\w+-]*)*$/i

/** A zone as the IANA list writes it; null for what is none that is known here. */
export function normaliseTimeZone(text: string): string | null {
  if (!SHAPE.test(text)) return null
  try {
    return Temporal.Instant.fromEpochMilliseconds(0).toZonedDateTimeISO(text).timeZoneId
  } catch {
    return null
  }
}

/** What names a zone after a time: its city; nothing for the clocks of the business. */
export function zoneMark(timeZone: string): string {
  if (timeZone === BUSINESS_TIME_ZONE) return ''
  return ` ${(timeZone.split('/').at(-1) ?? timeZone).replaceAll('_', ' ')}`
}
