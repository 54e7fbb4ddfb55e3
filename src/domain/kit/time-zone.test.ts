import { expect, test } from 'vitest'
import { normaliseTimeZone, zoneMark } from './time-zone.ts'

test.each([
  ['Pacific/Auckland', 'Pacific/Auckland'],
  ['australia/sydney', 'Australia/Sydney'],
  ['UTC', 'UTC'],
  ['Pacific/Aukland', null],
  ['+13:00', null],
  ['', null],
])('the time zone %s is %s', (typed, zone) => {
  expect(normaliseTimeZone(typed)).toBe(zone)
})

test('a time elsewhere is named by its city, and one of the business is not', () => {
  expect(zoneMark('Pacific/Auckland')).toBe('')
  expect(zoneMark('Australia/Sydney')).toBe(' Sydney')
  expect(zoneMark('America/Argentina/Buenos_Aires')).toBe(' Buenos Aires')
})
