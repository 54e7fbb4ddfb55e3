import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  businessToday,
  formatDay,
  formatDayShort,
  formatStamp,
  formatTime,
  isDay,
  MIN_BUSINESS_DAY,
  parseDay,
} from './calendar.ts'

const anyDay = fc
  .integer({ min: 0, max: 29_000 })
  .map((days) => Temporal.PlainDate.from(MIN_BUSINESS_DAY).add({ days }).toString())

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

describe('parseDay', () => {
  test.each([
    ['3/2/26', '2026-02-03'],
    ['03/02/2026', '2026-02-03'],
    ['3-2-2026', '2026-02-03'],
    ['3.2.26', '2026-02-03'],
    ['3/2', '2026-02-03'],
    ['3 Feb', '2026-02-03'],
    ['3feb26', '2026-02-03'],
    ['03 February 2027', '2027-02-03'],
    ['30 Sept', '2026-09-30'],
    ['03022026', '2026-02-03'],
    ['030226', '2026-02-03'],
    ['2027-02-03', '2027-02-03'],
    ['2027-2-3', '2027-02-03'],
    ['today', '2026-11-15'],
    ['T', '2026-11-15'],
    ['+7', '2026-11-22'],
    ['+0', '2026-11-15'],
    ['-15', '2026-10-31'],
    ['\u22121', '2026-11-14'],
    ['eom', '2026-11-30'],
    [' 3/2/26 ', '2026-02-03'],
    ['1/1/2018', '2018-01-01'],
  ])('%s means %s', (input, day) => {
    expect(parseDay(input, '2026-11-15')).toBe(day)
  })

  test.each([
    '',
    '31/2/26',
    '2/13/26',
    '29 Feb',
    '3 Fob',
    '3',
    '3/2/126',
    '20260203',
    '+',
    '+12345',
    'tomorrowish',
  ])('%s is no day', (input) => {
    expect(parseDay(input, '2026-11-15')).toBeNull()
  })

  test('the end of the month follows leap years', () => {
    expect(parseDay('eom', '2028-02-01')).toBe('2028-02-29')
    expect(parseDay('eom', '2027-02-28')).toBe('2027-02-28')
  })

  test('every day is read back from every way it is shown', () => {
    fc.assert(
      fc.property(anyDay, anyDay, (day, today) => {
        expect(isDay(day)).toBe(true)
        expect(parseDay(formatDay(day), today)).toBe(day)
        expect(parseDay(formatDayShort(day), today)).toBe(day)
        expect(parseDay(formatDay(day).replaceAll('/', ''), today)).toBe(day)
        expect(parseDay(day, today)).toBe(day)
      }),
    )
  })
})

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
