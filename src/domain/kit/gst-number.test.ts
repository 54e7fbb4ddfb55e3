import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  formatGstNumber,
  gstNumberProblem,
  MAX_GST_NUMBER,
  makeGstNumber,
  normaliseGstNumber,
} from './gst-number.ts'

test.each([
  '49091850',
  '35901981',
  '49098576',
  '136410132',
  '047-179-025',
  '53-710-220',
  '61-631-852',
  'NZ 136 410 132',
  '10000191',
  '10000670',
])('%s is a GST number', (input) => {
  expect(gstNumberProblem(normaliseGstNumber(input))).toBeNull()
})

test.each([
  ['136410133', 'checksum'],
  ['9125568', 'short'],
  ['', 'short'],
  ['009125568', 'range'],
  ['000000000', 'range'],
  ['200000001', 'range'],
  ['1364101320', 'shape'],
  ['13641013A', 'shape'],
])('%s is refused for its %s', (input, problem) => {
  expect(gstNumberProblem(normaliseGstNumber(input))).toBe(problem)
})

test('a base without check digit is never valid', () => {
  for (const digit of '0123456789') {
    expect(gstNumberProblem(`1000005${digit}`)).toBe('checksum')
  }
})

test.each([
  [4_909_185, '49091850'],
  [13_641_013, '136410132'],
  [1_000_019, '10000191'],
  [1_000_067, '10000670'],
  [1_000_005, '10000068'],
])('base %i becomes %s', (base, number) => {
  expect(makeGstNumber(base)).toBe(number)
})

test('a leading zero does not make another number', () => {
  expect(normaliseGstNumber('047-179-025')).toBe('47179025')
})

test('a GST number is shown in groups', () => {
  expect(formatGstNumber('49091850')).toBe('49-091-850')
  expect(formatGstNumber('136410132')).toBe('136-410-132')
  expect(formatGstNumber('12')).toBe('12')
})

test('every made number is valid and comes back from its printed form', () => {
  const base = fc.integer({ min: 1_000_000, max: MAX_GST_NUMBER / 10 - 101 })
  fc.assert(
    fc.property(base, (value) => {
      const number = makeGstNumber(value)
      expect(gstNumberProblem(number)).toBeNull()
      expect(normaliseGstNumber(formatGstNumber(number))).toBe(number)
    }),
  )
})

test('no number is made outside the issued range', () => {
  expect(() => makeGstNumber(20_000_001)).toThrow(RangeError)
})
