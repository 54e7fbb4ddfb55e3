/** The day the demonstration data was written for; nothing in it depends on the real clock. */
export const DEMO_DAY = new Date('2026-11-13T00:00:00Z')

/** The same as a business day. */
export const DEMO_TODAY = '2026-11-13'

const DAY_MS = 86_400_000

/** Office hours in New Zealand, so many days before the demonstration's day. */
export function daysBefore(days: number, minute = 0): Date {
  const morning = DEMO_DAY.getTime() - days * DAY_MS - 3 * 3_600_000
  return new Date(morning + (minute % 480) * 60_000)
}

/** Office hours of a business day that is not after the demonstration's own. */
export function atOffice(day: string, minute = 0): Date {
  const days = Math.round((DEMO_DAY.getTime() - Date.parse(`${day}T00:00:00Z`)) / DAY_MS)
  return daysBefore(Math.max(days, 0), minute)
}

/** The business day of an office hour. */
export function dayOf(at: Date): string {
  return new Date(at.getTime() + DAY_MS / 2).toISOString().slice(0, 10)
}

export function addMonths(day: string, months: number): string {
  return Temporal.PlainDate.from(day).add({ months }).toString()
}
