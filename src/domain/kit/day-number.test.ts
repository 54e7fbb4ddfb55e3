import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  addDays,
  dayNumber,
  daysIn,
  dayText,
  monthEnd,
  nextMonthStart,
  yearBefore,
} from './day-number.ts'

const anyDay = fc.integer({ min: 17_897, max: 40_000 }).map(dayText)

test('every day has a number and every number its day', () => {
  fc.assert(
    fc.property(anyDay, (day) => {
      expect(dayText(dayNumber(day))).toBe(day)
    }),
  )
})

test('numbers agree with the calendar', () => {
  fc.assert(
    fc.property(anyDay, fc.integer({ min: -4000, max: 4000 }), (day, days) => {
      const expected = Temporal.PlainDate.from(day).add({ days }).toString()
      expect(addDays(day, days)).toBe(expected)
    }),
  )
})

test('a period counts both its ends', () => {
  expect(daysIn('2026-04-01', '2026-04-30')).toBe(30)
  expect(daysIn('2026-04-01', '2026-04-01')).toBe(1)
  expect(daysIn('2026-04-02', '2026-04-01')).toBe(0)
})

test('months end where the calendar says, in leap years too', () => {
  expect(monthEnd('2028-02-03')).toBe('2028-02-29')
  expect(monthEnd('2026-12-31')).toBe('2026-12-31')
  expect(nextMonthStart('2026-12-05')).toBe('2027-01-01')
})

test('a year before a leap day is the last day of February', () => {
  expect(yearBefore('2028-02-29')).toBe('2027-02-28')
  expect(yearBefore('2026-07-01')).toBe('2025-07-01')
})
