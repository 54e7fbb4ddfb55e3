import { expect, test } from 'vitest'
import {
  businessToday,
  formatDay,
  formatDayLong,
  formatDayShort,
  formatStamp,
  formatTime,
  isDay,
} from './calendar.ts'

test.each([
  ['2026-02-03', '03/02/2026', '03 Feb 2026'],
  ['2026-09-30', '30/09/2026', '30 Sep 2026'],
  ['2019-12-01', '01/12/2019', '01 Dec 2019'],
  ['2026-02-30', '', ''],
  ['nonsense', '', ''],
  [null, '', ''],
])('%s is shown as %s and %s', (day, numbers, words) => {
  expect(formatDay(day)).toBe(numbers)
  expect(formatDayShort(day)).toBe(words)
})

test('the weekday stands before the day where it helps', () => {
  expect(formatDayLong('2026-11-30')).toBe('Mon 30 Nov 2026')
  expect(formatDayLong('2026-02-01')).toBe('Sun 01 Feb 2026')
  expect(formatDayLong('2026-02-30')).toBe('')
  expect(formatDayLong(null)).toBe('')
})

// Shows: E25
test('a plain date is shown like its text', () => {
  expect(formatDay(Temporal.PlainDate.from('2026-02-03'))).toBe('03/02/2026')
})

test.each([
  ['2024-02-29', true],
  ['2000-02-29', true],
  ['2100-02-29', false],
  ['2026-02-29', false],
  ['2026-04-31', false],
  ['2026-13-01', false],
  ['2026-00-10', false],
  ['2026-01-00', false],
  ['2026-1-1', false],
  ['2026-01-01T00:00', false],
  ['', false],
])('%s is a day: %s', (text, expected) => {
  expect(isDay(text)).toBe(expected)
})

// Shows: E25
test('the business day changes at midnight in Auckland, summer and winter', () => {
  const dayAt = (text: string) => businessToday(Temporal.Instant.from(text))
  expect(dayAt('2026-01-31T10:59:59Z')).toBe('2026-01-31')
  expect(dayAt('2026-01-31T11:00:00Z')).toBe('2026-02-01')
  expect(dayAt('2026-06-30T11:59:59Z')).toBe('2026-06-30')
  expect(dayAt('2026-06-30T12:00:00Z')).toBe('2026-07-01')
})

test('a stamp shows the clocks of its zone', () => {
  const instant = '2026-02-03T01:05:09.987Z'
  expect(formatStamp(instant)).toBe('2026-02-03 14:05:09')
  expect(formatStamp(Temporal.Instant.from(instant), 'UTC')).toBe('2026-02-03 01:05:09')
  expect(formatStamp('2026-02-03 01:05:09+00', 'Pacific/Chatham')).toBe('2026-02-03 14:50:09')
  expect(formatStamp('2026-02-02T11:00:00Z')).toBe('2026-02-03 00:00:00')
  expect(formatStamp('yesterday')).toBe('')
  expect(formatStamp(null)).toBe('')
})

test('a time of day is written as people say it', () => {
  expect(formatTime('2026-02-03T01:41:09Z')).toBe('2:41 pm')
  expect(formatTime('2026-02-02T11:05:00Z')).toBe('12:05 am')
  expect(formatTime('2026-02-02T23:00:00Z')).toBe('12:00 pm')
  expect(formatTime('2026-02-02T20:09:00Z')).toBe('9:09 am')
  expect(formatTime('yesterday')).toBe('')
})
