import { expect, test } from 'vitest'
import { monthAndYear, monthName, shortWord, unitWord, weekdayName } from './words.ts'

test('months and weekdays are counted from one, and what is none has no name', () => {
  expect([1, 9, 12].map(monthName)).toEqual(['January', 'September', 'December'])
  expect([1, 7].map(weekdayName)).toEqual(['Monday', 'Sunday'])
  expect([monthName(0), monthName(13), weekdayName(8)]).toEqual(['', '', ''])
})

test('a month is told with its year, of any day in it', () => {
  expect(['2026-04', '2026-09-30'].map(monthAndYear)).toEqual(['Apr 2026', 'Sep 2026'])
  expect(shortWord(weekdayName(3))).toBe('Wed')
})

test('units read as people write them', () => {
  expect(['m3', 'kWh', 'each'].map(unitWord)).toEqual(['m³', 'kWh', 'each'])
})
