import {
  BUSINESS_TIME_ZONE,
  formatStamp as stampIn,
  formatTime as timeIn,
} from '#domain/kit/calendar.ts'
import { normaliseTimeZone, zoneMark } from '#domain/kit/time-zone.ts'

// Business days are Auckland's whoever looks; instants are shown on the clocks of whoever reads
// them, with the zone named where it is not Auckland's.

let chosen = BUSINESS_TIME_ZONE

/** Whose clocks are shown from here on; guests see the business's. */
export function showClocksOf(timezone: string | null | undefined): void {
  chosen = timezone || BUSINESS_TIME_ZONE
}

/** The zone of the clocks shown; a browser may know fewer zones than the server. */
export function shownZone(): string {
  if (chosen === BUSINESS_TIME_ZONE) return chosen
  return normaliseTimeZone(chosen) ?? BUSINESS_TIME_ZONE
}

/** What follows a time that is not Auckland's. */
export const shownZoneMark = (): string => zoneMark(shownZone())

/** 2026-02-03 14:05:09, or 2026-02-03 12:05:09 Sydney. */
export function formatStamp(instant: string | null | undefined): string {
  return marked(stampIn(instant, shownZone()))
}

/** 2026-02-03 14:05, or 2026-02-03 12:05 Sydney. */
export function formatMinute(instant: string | null | undefined): string {
  return marked(stampIn(instant, shownZone()).slice(0, 16))
}

/** 2:05 pm, or 12:05 pm Sydney. */
export function formatTime(instant: string | Temporal.Instant): string {
  return marked(timeIn(instant, shownZone()))
}

/** The day an instant falls on there, for what stands beside its time. */
export function dayShown(instant: string | Temporal.Instant): string {
  return stampIn(instant, shownZone()).slice(0, 10)
}

const marked = (text: string) => text && `${text}${shownZoneMark()}`
