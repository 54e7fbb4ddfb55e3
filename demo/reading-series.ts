import { addDays, dayNumber, monthEnd } from '#domain/kit/day-number.ts'
import type { DemoRegister } from './connections.ts'
import { addMonths } from './demo-time.ts'
import type { Draw } from './draw.ts'
import { useOf } from './seasons.ts'

export interface DemoReading {
  reading_date: string
  reading_latest_type: string
  reading_latest: string
  is_rollover: boolean
  final_reading: boolean
  source: 'staff' | 'import' | 'replacement'
  notes: string | null
}

const FIRST_MONTH = '2024-10-15'
const MONTHS = 24

/**
 * One day a month for two years: the last of the month where a machine reads, else the same day
 * every month, because a person walks the street.
 */
export function readingDays(dayOfMonth: number | null, last: string): string[] {
  const days: string[] = []
  for (let month = 0; month <= MONTHS; month++) {
    const within = addMonths(FIRST_MONTH, month)
    const day = dayOfMonth === null ? monthEnd(within) : `${within.slice(0, 8)}${dayOfMonth}`
    if (day <= last) days.push(day)
  }
  return days
}

/** What the dials show on the days, beginning at a value; they go round where they must. */
export function readingSeries(
  register: DemoRegister,
  days: readonly string[],
  { start, multiplier, digits }: { start: number; multiplier: number; digits: number },
  draw: Draw,
): DemoReading[] {
  let shown = start
  let before: string | null = null
  return days.map((day) => {
    const previous = shown
    const since = before === null ? 0 : dayNumber(day) - dayNumber(before)
    const usual = useOf(register.yearly, register.season, addDays(day, -10), since)
    shown = (shown + Math.round((usual * draw.whole(93, 107)) / 100 / multiplier)) % 10 ** digits
    before = day
    return {
      reading_date: day,
      reading_latest_type: 'actual',
      reading_latest: `${shown}`,
      is_rollover: shown < previous,
      final_reading: false,
      source: 'import',
      notes: null,
    }
  })
}
