import { expect, test } from 'vitest'
import { nextReadingDate, type ReadingPlan, readingsDue } from './readings-due.ts'

const plan: ReadingPlan = {
  next_reading_date: null,
  last_reading_date: '2026-01-31',
  reading_interval: 1,
  reading_interval_unit: 'months',
}

test.each([
  [{}, '2026-02-28'],
  [{ reading_interval: 2 }, '2026-03-31'],
  [{ reading_interval: 30, reading_interval_unit: 'days' }, '2026-03-02'],
  [{ reading_interval: 4, reading_interval_unit: 'weeks' }, '2026-02-28'],
  [{ next_reading_date: '2026-02-10' }, '2026-02-10'],
  [{ next_reading_date: '2026-01-31' }, '2026-02-28'],
  [{ reading_interval: null }, null],
  [{ last_reading_date: null }, null],
  [{ last_reading_date: null, next_reading_date: '2026-02-10' }, '2026-02-10'],
])('a meter with %j is read next on %s', (more, day) => {
  expect(nextReadingDate({ ...plan, ...more })).toBe(day)
})

test('those waiting longest come first, those to come only when asked for', () => {
  const meters = [
    { ...plan, id: 1, next_reading_date: '2026-03-01' },
    { ...plan, id: 2, next_reading_date: '2026-02-20' },
    { ...plan, id: 3, next_reading_date: '2026-03-06' },
    { ...plan, id: 4, last_reading_date: null },
  ]
  expect(readingsDue(meters, '2026-03-01').map((meter) => [meter.id, meter.days_overdue])).toEqual([
    [2, 9],
    [1, 0],
  ])
  expect(readingsDue(meters, '2026-03-01', 7).map((meter) => meter.id)).toEqual([2, 1, 3])
})
