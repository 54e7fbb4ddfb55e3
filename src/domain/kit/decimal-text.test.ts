import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { Exact } from './decimal.ts'
import { DECIMAL_SHAPES, isDecimalText, normaliseDecimal, parseDecimal } from './decimal-text.ts'

const { money, percent, quantity, rate } = DECIMAL_SHAPES

describe('isDecimalText', () => {
  test.each([
    ['999999999999.99', money, true],
    ['-12.5', money, true],
    ['0001.00', money, true],
    ['1000000000000.00', money, false],
    ['12.345', money, false],
    ['0.12345678', rate, true],
    ['0.123456789', rate, false],
    ['99999.1234', percent, true],
    ['123456789012.123456', quantity, true],
    ['1e5', quantity, false],
    ['.5', quantity, false],
    ['5.', quantity, false],
    ['+5', quantity, false],
    ['', quantity, false],
    ['NaN', quantity, false],
    [`${'0'.repeat(200)}1`, quantity, false],
  ])('%s fits %o: %s', (text, shape, fits) => {
    expect(isDecimalText(text, shape)).toBe(fits)
  })
})

describe('normaliseDecimal', () => {
  test.each([
    ['12', 2, '12.00'],
    [' 012.5 ', 2, '12.50'],
    ['.5', 2, '0.50'],
    ['5.', 2, '5.00'],
    ['+5', 2, '5.00'],
    ['-0', 2, '0.00'],
    ['-0.05', 2, '-0.05'],
    ['1.230000', 2, '1.23'],
    ['7.0', 0, '7'],
    ['1.234', 2, null],
    ['', 2, null],
    ['.', 2, null],
    ['-', 2, null],
    ['1,000', 2, null],
    ['1e5', 2, null],
  ])('%s with %i decimals becomes %s', (text, scale, result) => {
    expect(normaliseDecimal(text, scale)).toBe(result)
  })
})

describe('parseDecimal', () => {
  test.each([
    ['1,234.5', 4, '1234.5000'],
    ['1 234 567', 0, '1234567'],
    ['1\u00a0234.50', 2, '1234.50'],
    ['(12.00)', 2, '-12.00'],
    ['\u22125', 2, '-5.00'],
    ['- 5', 2, '-5.00'],
    ['(-5)', 2, null],
    ['12,50', 2, null],
    ['1,2345', 2, null],
    ['12 34', 2, null],
    ['1.2.3', 2, null],
    ['--5', 2, null],
    ['()', 2, null],
    ['five', 2, null],
  ])('%s with %i decimals becomes %s', (text, scale, result) => {
    expect(parseDecimal(text, scale)).toBe(result)
  })
})

test('a normalised decimal keeps its value and stays as it is', () => {
  const text = fc.stringMatching(/^-?\d{1,10}(\.\d{1,6})?$/)
  fc.assert(
    fc.property(text, (value) => {
      const result = normaliseDecimal(value, 6) ?? ''
      expect(new Exact(result).equals(value)).toBe(true)
      expect(normaliseDecimal(result, 6)).toBe(result)
      expect(isDecimalText(result, quantity)).toBe(true)
    }),
  )
})
