import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  type Cents,
  cents,
  formatMoney,
  MAX_CENTS,
  parseMoney,
  sumCents,
  toDecimalString,
  wholeCents,
} from './money.ts'
import { round2 } from './rounding.ts'

const anyCents = fc.integer({ min: -MAX_CENTS, max: MAX_CENTS }).map(wholeCents)

// Shows: V1.4.2, E17
test('amounts are exact or refused', () => {
  expect(cents('12.34')).toBe(1234)
  expect(cents('-0.05')).toBe(-5)
  expect(Object.is(cents('-0.00'), 0)).toBe(true)
  expect(() => cents('12.345')).toThrow(RangeError)
  expect(() => cents('twelve')).toThrow(RangeError)
  expect(() => cents('1000000000000.00')).toThrow('too large')
  expect(() => wholeCents(0.5)).toThrow(RangeError)
  expect(() => wholeCents(Number.NaN)).toThrow(RangeError)
  expect(() => wholeCents(MAX_CENTS + 1)).toThrow('too large')
  expect(() => sumCents([wholeCents(MAX_CENTS), wholeCents(1)])).toThrow('too large')
})

describe('parseMoney', () => {
  test.each([
    ['$1,234.50', '1234.50'],
    ['1234.5', '1234.50'],
    ['(12.00)', '-12.00'],
    ['($12)', '-12.00'],
    ['\u22125', '-5.00'],
    ['-$5', '-5.00'],
    ['$-5', '-5.00'],
    ['NZ$ 1 234', '1234.00'],
    [' 7 ', '7.00'],
    ['999,999,999,999.99', '999999999999.99'],
    ['1000000000000', null],
    ['12.345', null],
    ['12,50', null],
    ['$', null],
    ['', null],
    ['n/a', null],
    ['-(5)', null],
  ])('%s is read as %s', (text, amount) => {
    expect(parseMoney(text)).toBe(amount)
  })
})

describe('formatMoney', () => {
  test.each([
    ['1234.5', '1,234.50'],
    ['-1234567.89', '\u22121,234,567.89'],
    ['0', '0.00'],
    ['-0.00', '0.00'],
    ['abc', '0.00'],
    ['', '0.00'],
    [null, '0.00'],
    [undefined, '0.00'],
    [wholeCents(123_456), '1,234.56'],
    [wholeCents(-5), '\u22120.05'],
  ])('%s is shown as %s', (amount, shown) => {
    expect(formatMoney(amount)).toBe(shown)
  })

  test.each([0.5, Number.NaN, MAX_CENTS + 1])('%d cents are shown as 0.00', (amount) => {
    // Only a cast can bring such a number here, as data from outside might.
    expect(formatMoney(amount as Cents)).toBe('0.00')
  })
})

// Shows: E17
test('every amount comes back from its decimal text and from its printed form', () => {
  fc.assert(
    fc.property(anyCents, (amount) => {
      const text = toDecimalString(amount)
      expect(cents(text)).toBe(amount)
      expect(round2(text)).toBe(amount)
      expect(parseMoney(formatMoney(amount))).toBe(text)
      expect(formatMoney(text)).toBe(formatMoney(amount))
    }),
  )
})
