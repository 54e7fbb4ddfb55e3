// When a meter is to be read next: on the day somebody has set, else so long after the last time.

import { addDays, dayNumber } from '#domain/kit/day-number.ts'

export interface ReadingPlan {
  next_reading_date: string | null
  last_reading_date: string | null
  reading_interval: number | null
  /** days, weeks or months; months unless told. */
  reading_interval_unit: string | null
}

export type DueReading<Meter extends ReadingPlan> = Meter & {
  due_date: string
  /** Negative while the day is still to come. */
  days_overdue: number
}

/** The day of the next reading; null when there is nothing to reckon from. */
export function nextReadingDate(plan: ReadingPlan): string | null {
  const { next_reading_date, last_reading_date, reading_interval } = plan
  // A day that has been read on, or passed over by a later reading, is not due any more.
  if (next_reading_date !== null && (last_reading_date ?? '') < next_reading_date)
    return next_reading_date
  if (last_reading_date === null || reading_interval === null || reading_interval < 1) return null
  const unit = (plan.reading_interval_unit ?? 'months').toLowerCase()
  if (unit.startsWith('day')) return addDays(last_reading_date, reading_interval)
  if (unit.startsWith('week')) return addDays(last_reading_date, reading_interval * 7)
  const last = Temporal.PlainDate.from(last_reading_date)
  return last.add({ months: reading_interval }).toString()
}

/** The meters to be read by the end of `today`, or some days later, the longest waiting first. */
export function readingsDue<Meter extends ReadingPlan>(
  meters: Iterable<Meter>,
  today: string,
  daysAhead = 0,
): DueReading<Meter>[] {
  const due: DueReading<Meter>[] = []
  const now = dayNumber(today)
  for (const meter of meters) {
    const due_date = nextReadingDate(meter)
    if (due_date === null) continue
    const days_overdue = now - dayNumber(due_date)
    if (days_overdue >= -daysAhead) due.push({ ...meter, due_date, days_overdue })
  }
  return due.sort((a, b) => b.days_overdue - a.days_overdue)
}
