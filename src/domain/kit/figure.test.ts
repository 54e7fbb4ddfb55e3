import fc from 'fast-check'
import { expect, test } from 'vitest'
import { Exact } from './decimal.ts'
import { type Figure, gstInsideOf, percentOf, plain, plainText, productOf } from './figure.ts'
import { type Cents, MAX_CENTS, wholeCents } from './money.ts'
import { round2, roundGst, toDollars } from './rounding.ts'

const runs = { numRuns: process.env.HEAVY ? 100_000 : 2_000 }

/** Everything from nothing to what no column holds, with and without zeros at the end. */
const decimal = (places: number) =>
  fc
    .tuple(
      fc.boolean(),
      fc.oneof(
        fc.nat(9),
        fc.nat(99_999),
        fc.nat(999_999_999),
        fc.integer({ min: 1, max: 2 ** 52 }),
      ),
      fc.integer({ min: 0, max: places }),
      fc.nat(9),
      fc.nat(999_999_999),
    )
    .map(([isNegative, whole, count, zeros, rest]) => {
      const digits = `${'0'.repeat(zeros % 3)}${rest}`.slice(0, count)
      return `${isNegative ? '-' : ''}${whole}${digits ? `.${digits}` : ''}`
    })
const amount = fc
  .oneof(
    fc.integer({ min: -500_000, max: 500_000 }),
    fc.integer({ min: -MAX_CENTS, max: MAX_CENTS }),
  )
  .map(wholeCents)
const percent = fc.oneof(
  fc.constantFrom('0', '15', '12.5', '100', '3.3333', '15.0000'),
  fc.nat(1_000_000).map((n) => (n / 10_000).toFixed(4)),
)

/** What came out, or that it was refused and why. */
function outcome(work: () => unknown): unknown {
  try {
    return work()
  } catch (error) {
    return error instanceof Error ? `${error.name} ${error.message}` : error
  }
}

type ExactNumber = InstanceType<typeof Exact>

const worked = (value: ExactNumber, round: (value: ExactNumber) => Cents) => ({
  text: plain(value),
  cents: round(value),
})

const told = ({ cents, text }: Figure) => ({ text: text(), cents })

test('a number reads the same whichever way it is computed', () => {
  fc.assert(
    fc.property(decimal(8), (text) => {
      expect(plainText(text)).toBe(plain(new Exact(text)))
    }),
    runs,
  )
})

test('a quantity times a rate is what exact arithmetic makes of it', () => {
  fc.assert(
    fc.property(decimal(6), decimal(8), (quantity, rate) => {
      expect(outcome(() => told(productOf(quantity, rate)))).toEqual(
        outcome(() => worked(new Exact(quantity).times(rate), round2)),
      )
    }),
    runs,
  )
})

test('a percentage of an amount is what exact arithmetic makes of it', () => {
  fc.assert(
    fc.property(amount, percent, (base, share) => {
      const exact = () => toDollars(base).times(share).div(100)
      expect(told(percentOf(base, share, 'cent'))).toEqual(worked(exact(), round2))
      expect(told(percentOf(base, share, 'gst'))).toEqual(worked(exact(), roundGst))
    }),
    runs,
  )
})

test('the GST inside an amount is what exact arithmetic makes of it', () => {
  fc.assert(
    fc.property(amount, percent, (base, share) => {
      const exact = toDollars(base).times(share).div(new Exact(100).plus(share))
      expect(told(gstInsideOf(base, share))).toEqual(worked(exact, roundGst))
    }),
    runs,
  )
})

test.each([
  ['923', '0.2310', '213.213', 21321],
  ['260.5', '0.1425', '37.12125', 3712],
  ['1', '0.005', '0.005', 1],
  ['-1', '0.005', '-0.005', -1],
  ['0.000001', '0.00000001', '0', 0],
])('%s × %s is %s', (quantity, rate, text, cents) => {
  expect(told(productOf(quantity, rate))).toEqual({ text, cents })
})
