import { expect, test } from 'vitest'
import { compareLines } from './compare-lines.ts'

const line = (rate_name: string, rate_amount: string, amount: string, from = '2026-01-01') => ({
  connection: '0000143418TRD9F',
  rate_name,
  rate_type: 'variable',
  rate_unit: 'kWh',
  rate_amount,
  from,
  to: '2026-12-31',
  quantity: '1000',
  amount,
  isDiscountable: true,
  estimated_share: '0',
  missing_days: 0,
})
const cost = (...lines: ReturnType<typeof line>[]) => ({
  lines,
  total: '0.00',
  total_per_year: '0.00',
  service_fee: '0.00',
})

test('the same rate on both sides is one line with what it saves', () => {
  const compared = compareLines({
    current: cost(
      line('Day energy', '0.30000000', '150.00'),
      line('Day energy', '0.32000000', '160.00', '2026-07-01'),
    ),
    candidate: cost(line('DAY ENERGY', '0.27', '270.00')),
  })
  expect(compared).toEqual([
    {
      rate_name: 'DAY ENERGY',
      now: { quantity: '2000', rate_unit: 'kWh', rates: ['0.3', '0.32'], amount: '310.00' },
      proposed: { quantity: '1000', rate_unit: 'kWh', rates: ['0.27'], amount: '270.00' },
      saving: '40.00',
    },
  ])
})

test('a rate on one side only is saved or added in full', () => {
  const compared = compareLines({
    current: cost(line('Levy', '0.01', '10.00')),
    candidate: cost(line('Green fee', '0.02', '20.00')),
  })
  expect(compared.map(({ rate_name, saving }) => [rate_name, saving])).toEqual([
    ['Levy', '10.00'],
    ['Green fee', '-20.00'],
  ])
})

test('without a contract to compare with, everything is added', () => {
  const compared = compareLines({
    current: null,
    candidate: cost(line('Anytime', '0.2', '200.00')),
  })
  expect(compared).toMatchObject([{ now: null, saving: '-200.00' }])
})
