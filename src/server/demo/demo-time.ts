/** The day the demonstration data was written for; nothing in it depends on the real clock. */
export const DEMO_DAY = new Date('2026-11-13T00:00:00Z')

const DAY_MS = 86_400_000

/** Office hours in New Zealand, so many days before the demonstration's day. */
export function daysBefore(days: number, minute = 0): Date {
  const morning = DEMO_DAY.getTime() - days * DAY_MS - 3 * 3_600_000
  return new Date(morning + (minute % 480) * 60_000)
}
