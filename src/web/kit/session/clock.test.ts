import { afterEach, expect, test } from 'vitest'
import { dayShown, formatMinute, formatStamp, formatTime, showClocksOf } from './clock.ts'

afterEach(() => showClocksOf(null))

// Half past midnight in Auckland, half past ten the evening before in Sydney.
const instant = '2026-02-02T11:30:09Z'

test('an instant is shown on Auckland’s clocks, without a name', () => {
  expect(formatStamp(instant)).toBe('2026-02-03 00:30:09')
  expect(formatTime(instant)).toBe('12:30 am')
})

test('somebody elsewhere sees their own clocks, with the zone and the day that go with them', () => {
  showClocksOf('Australia/Sydney')
  expect(formatStamp(instant)).toBe('2026-02-02 22:30:09 Sydney')
  expect(formatMinute(instant)).toBe('2026-02-02 22:30 Sydney')
  expect(formatTime(instant)).toBe('10:30 pm Sydney')
  expect(dayShown(instant)).toBe('2026-02-02')
  expect(formatStamp(null)).toBe('')
})

test('a zone that is not known here is Auckland’s', () => {
  showClocksOf('Mars/Olympus')
  expect(formatStamp(instant)).toBe('2026-02-03 00:30:09')
})
