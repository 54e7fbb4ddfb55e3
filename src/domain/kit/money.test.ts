import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { Exact } from './decimal.ts'
import {
  type Cents,
  cents,
  formatMoney,
  MAX_CENTS,
  parseMoney,
  round2,
  roundGst,
  sumCents,
  toDecimalString,
  toDollars,
  wholeCents,
} from './money.ts'

const anyCents = fc.integer({ min: -MAX_CENTS, max: MAX_CENTS }).map(wholeCents)

test.each([
  ['0.10', '0.01'],
  ['0.30', '0.04'],
  ['0.50', '0.07'],
  ['12.34', '1.85'],
  ['33.37', '5.01'],
  ['1234.56', '185.18'],
  ['-0.10', '-0.01'],
])('GST of 15 percent on %s is %s', (exclusive, gst) => {
  expect(toDecimalString(roundGst(new Exact(exclusive).times('0.15')))).toBe(gst)
})

test.each([
  ['115.00', '15.00'],
  ['100.00', '13.04'],
  ['178.43', '23.27'],
  ['1000.00', '130.43'],
  ['25.85', '3.37'],
  ['25.80', '3.37'],
  ['25.90', '3.38'],
])('the GST inside %s is %s', (inclusive, gst) => {
  expect(toDecimalString(roundGst(toDollars(cents(inclusive)).times(3).div(23)))).toBe(gst)
})

test('GST on the sum of three lines differs from GST line by line', () => {
  const onLine = roundGst(new Exact('10.10').times('0.15'))
  expect(sumCents([onLine, onLine, onLine])).toBe(453)
  expect(roundGst(new Exact('30.30').times('0.15'))).toBe(454)
})

test.each([
  ['0.005', 1],
  ['-0.005', -1],
  ['0.0049999999', 0],
  ['1.005', 101],
  ['2.675', 268],
  ['-2.675', -268],
])('%s dollars round to %i cents', (amount, result) => {
  expect(round2(amount)).toBe(result)
})

test('credits mirror charges', () => {
  fc.assert(
    fc.property(fc.stringMatching(/^[1-9]\d{0,8}\.\d{1,8}$/), (amount) => {
      expect(round2(`-${amount}`) + round2(amount)).toBe(0)
      expect(roundGst(`-${amount}`) + roundGst(amount)).toBe(0)
    }),
  )
})

test('GST inside a price never falls on half a cent', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 200_000_000 }), (amount) => {
      const content = toDollars(wholeCents(amount)).times(3).div(23)
      expect(roundGst(content)).toBe(round2(content))
    }),
  )
})

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
  expect(() => round2('1000000000000')).toThrow('too large')
  expect(() => round2(new Exact(Number.POSITIVE_INFINITY))).toThrow(RangeError)
})

test('floating point is refused where money is rounded', () => {
  // Callers outside the type system, such as a parsed file, could pass a number.
  const floating = 0.1 as unknown as string
  expect(() => round2(floating)).toThrow(RangeError)
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
