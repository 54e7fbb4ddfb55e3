import fc from 'fast-check'
import { expect, test } from 'vitest'
import { Exact } from './decimal.ts'
import { cents, sumCents, toDecimalString, wholeCents } from './money.ts'
import { round2, roundGst, toDollars } from './rounding.ts'

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

test('what no column holds is refused where money is rounded', () => {
  expect(() => round2('1000000000000')).toThrow('too large')
  expect(() => round2(new Exact(Number.POSITIVE_INFINITY))).toThrow(RangeError)
})

test('floating point is refused where money is rounded', () => {
  // Callers outside the type system, such as a parsed file, could pass a number.
  const floating = 0.1 as unknown as string
  expect(() => round2(floating)).toThrow(RangeError)
})
