import { isWorkingDay, workingDaysAfter } from './working-days.ts'

const ZONE = 'Pacific/Auckland'
export const MINUTE_MS = 60_000
export const DAY_MS = 86_400_000
// Whatever comes later in the day is too late for the next working day's file.
const CUT_OFF_HOUR = 17

const zoned = (ms: number) => Temporal.Instant.fromEpochMilliseconds(ms).toZonedDateTimeISO(ZONE)

export const dayOf = (ms: number) => zoned(ms).toPlainDate().toString()

/** The moment at which it is this time on this day in New Zealand. */
export function momentOf(day: string, time: string): number {
  const at = Temporal.PlainDate.from(day).toPlainDateTime(Temporal.PlainTime.from(time))
  return at.toZonedDateTime(ZONE).epochMilliseconds
}

/** A moment that somebody wrote: with its own zone, or as clocks in New Zealand show it. */
export function momentSaid(text: string): number {
  if (/(Z|[+-]\d\d:?\d\d)$/.test(text)) return Temporal.Instant.from(text).epochMilliseconds
  const [day = '', time = '00:00'] = text.split('T')
  return momentOf(day, time)
}

/** The same time of day, some working days later. */
export function laterByWorkingDays(ms: number, count: number): number {
  const time = zoned(ms).toPlainTime().toString()
  return momentOf(workingDaysAfter(dayOf(ms), count), time)
}

/** The second working day from now, or the third once the day's file is closed. */
export function nextPossibleChargeDate(ms: number): string {
  return workingDaysAfter(dayOf(ms), zoned(ms).hour >= CUT_OFF_HOUR ? 3 : 2)
}

/** Nine o'clock on a working day, after a moment. */
export function nextPayoutMoment(ms: number): number {
  const today = dayOf(ms)
  const at = momentOf(today, '09:00')
  if (isWorkingDay(today) && at > ms) return at
  return momentOf(workingDaysAfter(today, 1), '09:00')
}

export const textOf = (ms: number) => new Date(ms).toISOString()

/** The double's own time: it runs as time does, and can be set ahead. */
export function makeClock(start: number | null, aheadMs = 0) {
  const shift = { aheadMs: start === null ? aheadMs : start - Date.now() }
  return {
    shift,
    now: () => Date.now() + shift.aheadMs,
    setTo(ms: number): void {
      shift.aheadMs = ms - Date.now()
    },
  }
}

export type Clock = ReturnType<typeof makeClock>
