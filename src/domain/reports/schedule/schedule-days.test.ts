import { expect, test } from 'vitest'
import {
  type Frequency,
  nextSending,
  relativePeriods,
  resolvedPeriod,
  sendingDay,
} from './schedule-days.ts'

const rules = { gst_months: 2, gst_end_month: 1, year_start_month: 4 }
const at = (text: string) => Temporal.Instant.from(text)

// Walks the calendar one day after the other, by Temporal and not by numbers.
function walked(frequency: Frequency, on_day: number, from: string): string {
  let day = Temporal.PlainDate.from(from)
  for (;;) {
    const isLast = day.day === day.daysInMonth
    const isDue =
      frequency === 'daily' ||
      (frequency === 'weekly' && day.dayOfWeek === on_day) ||
      (frequency === 'monthly' && (day.day === on_day || (isLast && day.day < on_day)))
    if (isDue) return day.toString()
    day = day.add({ days: 1 })
  }
}

test('the next day of sending is the one that the calendar shows, short months included', () => {
  let day = Temporal.PlainDate.from('2027-12-20')
  for (let count = 0; count < 120; count += 1, day = day.add({ days: 1 })) {
    const from = day.toString()
    expect(sendingDay({ frequency: 'daily', on_day: 1 }, from)).toBe(from)
    for (let on_day = 1; on_day <= 7; on_day += 1)
      expect(sendingDay({ frequency: 'weekly', on_day }, from)).toBe(walked('weekly', on_day, from))
    for (const on_day of [1, 15, 28, 29, 30, 31])
      expect(sendingDay({ frequency: 'monthly', on_day }, from), `${from} ${on_day}`).toBe(
        walked('monthly', on_day, from),
      )
  }
})

test('a report that is asked for after seven in Auckland comes from the next day on', () => {
  const daily = { frequency: 'daily', on_day: 1 } as const
  // Summer time: 18:00 UTC is 7:00; winter time: 19:00 UTC is.
  expect(nextSending(daily, at('2026-11-17T17:59:59Z'))).toBe('2026-11-18')
  expect(nextSending(daily, at('2026-11-17T18:00:00Z'))).toBe('2026-11-19')
  expect(nextSending(daily, at('2026-06-17T18:59:59Z'))).toBe('2026-06-18')
  expect(nextSending(daily, at('2026-06-17T19:00:00Z'))).toBe('2026-06-19')
})

test('a relative period is worked out on the day that it is sent', () => {
  const meant = (day: string) =>
    Object.fromEntries(relativePeriods.map((one) => [one, resolvedPeriod(one, day, rules)]))
  expect(meant('2026-04-01')).toEqual({
    yesterday: { from: '2026-03-31', to: '2026-03-31' },
    // The first of April 2026 was a Wednesday.
    last_week: { from: '2026-03-23', to: '2026-03-29' },
    this_month: { period: 'month', day: '2026-04-01' },
    last_month: { period: 'month', day: '2026-03-31' },
    this_quarter: { period: 'quarter', day: '2026-04-01' },
    last_quarter: { period: 'quarter', day: '2026-03-31' },
    this_gst: { period: 'gst', day: '2026-04-01' },
    last_gst: { period: 'gst', day: '2026-03-31' },
    this_year: { period: 'year', day: '2026-04-01' },
    last_year: { period: 'year', day: '2026-03-31' },
  })
  expect(resolvedPeriod('last_month', '2028-03-31', rules)).toEqual({
    period: 'month',
    day: '2028-02-29',
  })
})
