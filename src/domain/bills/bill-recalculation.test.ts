import fc from 'fast-check'
import { expect, test } from 'vitest'
import { Exact } from '#domain/kit/decimal.ts'
import { cents } from '#domain/kit/money.ts'
import { round2 } from '#domain/kit/rounding.ts'
import type { PricedLine } from '#domain/pricing/price-lines.ts'
import { recalculateBill } from './bill-recalculation.ts'

const printed = (name: string, quantity: string, rate: string, more = {}) => ({
  name,
  quantity,
  rate,
  unit: 'kWh',
  discountable: true,
  ...more,
})
const expected = (
  rate_name: string,
  quantity: string,
  rate_amount: string,
  more = {},
): PricedLine => ({
  connection: '0000000001UN123',
  rate_name,
  rate_type: 'variable',
  rate_unit: 'kWh',
  rate_amount,
  from: '2026-04-01',
  to: '2026-04-30',
  quantity,
  amount: round2(new Exact(quantity).times(rate_amount)),
  isDiscountable: true,
  estimated_share: '0.0000',
  missing_days: 0,
  ...more,
})

test('a bill that says what we expect is within tolerance, line by line and in total', () => {
  const found = recalculateBill(
    [printed('DAY-ENERGY', '600', '0.18')],
    [expected('Day energy', '600.000000', '0.18000000')],
    '1.00',
  )
  expect(found).toMatchObject({
    supplier_total: '108.00',
    our_total: '108.00',
    difference: '0.00',
    isWithin: true,
    lines: [{ quantity_difference: '0', rate_difference: '0', amount_difference: '0.00' }],
  })
})

test('a charge too many, one too few and a dearer rate are each told with their difference', () => {
  const found = recalculateBill(
    [printed('Energy', '600', '0.20'), printed('Site visit', '1', '25', { unit: 'each' })],
    [expected('Energy', '590', '0.18'), expected('Daily', '30', '0.45', { rate_unit: 'day' })],
    '1.00',
  )
  expect(found).toMatchObject({ difference: '25.30', isWithin: false })
  expect(found.lines).toMatchObject([
    {
      name: 'Energy',
      quantity_difference: '10',
      rate_difference: '0.02',
      amount_difference: '13.80',
      isWithin: false,
    },
    { name: 'Site visit', ours: null, rate_difference: null, amount_difference: '25.00' },
    { name: 'Daily', supplier: null, quantity_difference: '-30', amount_difference: '-13.50' },
  ])
})

test('a rate that changes within the period is compared span by span, or as one average', () => {
  const spans = [
    expected('Energy', '100', '0.20', { to: '2026-04-15' }),
    expected('Energy', '100', '0.30', { from: '2026-04-16' }),
  ]
  const two = recalculateBill(
    [
      printed('Energy', '100', '0.20', { from: '2026-04-01', to: '2026-04-15' }),
      printed('Energy', '100', '0.31', { from: '2026-04-16', to: '2026-04-30' }),
    ],
    spans,
    '0.50',
  )
  expect(two.lines.map((line) => line.amount_difference)).toEqual(['0.00', '1.00'])
  const one = recalculateBill([printed('Energy', '200', '0.25')], spans, '0.50')
  expect(one.lines).toMatchObject([{ ours: { quantity: '200', rate: '0.25', amount: '50.00' } }])
})

test('a charge under another name is known by its unit and rate', () => {
  const found = recalculateBill(
    [printed('Anytime uncontrolled', '600', '0.18'), printed('Levy', '600', '0.001')],
    [expected('Energy', '600', '0.18')],
    '1.00',
  )
  expect(found.lines).toMatchObject([
    { name: 'Anytime uncontrolled', amount_difference: '0.00' },
    { name: 'Levy', ours: null },
  ])
})

test('the differences of the lines add up to the difference in total', () => {
  const name = fc.constantFrom('Energy', 'Night', 'Daily', 'Levy')
  const number = fc.integer({ min: -9999, max: 99999 }).map(String)
  const rate = fc
    .integer({ min: 0, max: 9999 })
    .map((value) => new Exact(value).div(10_000).toFixed())
  fc.assert(
    fc.property(
      fc.array(fc.tuple(name, number, rate), { maxLength: 8 }),
      fc.array(fc.tuple(name, number, rate), { maxLength: 8 }),
      (theirs, ours) => {
        const found = recalculateBill(
          theirs.map((line) => printed(...line)),
          ours.map((line) => expected(...line)),
          '1.00',
        )
        const sum = found.lines.reduce((total, line) => total + cents(line.amount_difference), 0)
        expect(sum).toBe(cents(found.difference))
      },
    ),
  )
})
