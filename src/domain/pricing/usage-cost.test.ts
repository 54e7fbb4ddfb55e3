import fc from 'fast-check'
import { expect, test } from 'vitest'
import { sumCents } from '#domain/kit/money.ts'
import { priceLines } from './price-lines.ts'
import { computeUsageCost } from './usage-cost.ts'

const rate = (rate_name: string, rate_amount: string, valid_from_date: string, more = {}) => ({
  rate_name,
  rate_amount,
  valid_from_date,
  rate_unit: 'kWh',
  rate_type: 'variable',
  register_code: null as string | null,
  with_losses: false,
  ...more,
})
const segment = (energy: string, period_start = '2026-04-01', period_end = '2026-04-30') => ({
  reading_id: 1,
  reading_latest_type: 'actual',
  period_start,
  period_end,
  days: 30,
  quantity: energy,
  energy,
  losses: '0.000000',
})
// The worked example of the billing rules: 1,846 kWh by day, 521 by night, new rates on the 16th.
const connection = {
  connection: '0000143418TRD9F',
  meter_capacity_amount: null,
  meter_capacity_charged: false,
  registers: [
    { register_code: 'D', flow: 'X', segments: [segment('1846')] },
    { register_code: 'N', flow: 'X', segments: [segment('521')] },
  ],
}
const daily = { rate_unit: 'day', rate_type: 'fixed' }
const rates = [
  rate('Day energy', '0.2310', '2026-01-01', { register_code: 'D' }),
  rate('Day energy', '0.2415', '2026-04-16', { register_code: 'D' }),
  rate('Night energy', '0.1425', '2026-01-01', { register_code: 'N' }),
  rate('Night energy', '0.1490', '2026-04-16', { register_code: 'N' }),
  rate('Daily charge', '1.8500', '2026-01-01', daily),
  rate('Daily charge', '1.9000', '2026-04-16', daily),
  rate('Levy', '0.0021', '2026-01-01', { rate_type: 'levy' }),
]
const april = { from: '2026-04-01', to: '2026-04-30' }

test('a change of rate inside the period makes two lines, to the cent', () => {
  const lines = priceLines(connection, rates, april)
  expect(lines.map((line) => line.amount)).toEqual([21321, 22290, 3712, 3881, 2775, 2850, 497])
  expect(lines.map((line) => Number(line.quantity))).toEqual([923, 923, 260.5, 260.5, 15, 15, 2367])
})

test('charges, GST, discount and fee follow the rules of an invoice', () => {
  const percents = { discount_percent: '10', gst_percent: '15', service_fee_percent: '5' }
  const cost = computeUsageCost({ connections: [connection], rates, period: april, ...percents })
  expect(cost.charges_sum).toBe(57326)
  expect(cost.charges_gst).toBe(8599)
  expect(cost.charges_total).toBe(65925)
  // 659.25 less 10 % is 593.33; with 5 % of it that is 623.00.
  expect(cost.service_fee).toBe(2967)
  expect(cost.total).toBe(62300)
  expect(cost.total_per_year).toBe(757983)
})

test('splitting a period changes each line by at most one cent', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 29 }), (cut) => {
      const day = (n: number) => `2026-04-${String(n).padStart(2, '0')}`
      const whole = priceLines(connection, rates, april)
      const parts = [
        ...priceLines(connection, rates, { from: day(1), to: day(cut) }),
        ...priceLines(connection, rates, { from: day(cut + 1), to: day(30) }),
      ]
      const sum = (lines: typeof whole) => sumCents(lines.map((line) => line.amount))
      expect(Math.abs(sum(whole) - sum(parts))).toBeLessThanOrEqual(whole.length)
    }),
  )
})

test('a rate that starts after the period costs nothing in it', () => {
  expect(priceLines(connection, [rate('Later', '1', '2026-05-01')], april)).toEqual([])
})

test('a rate without a register leaves out what is put back into the network', () => {
  const solar = {
    ...connection,
    registers: [
      ...connection.registers,
      { register_code: 'EG', flow: 'I', segments: [segment('300')] },
    ],
  }
  const lines = priceLines(
    solar,
    [
      rate('Levy', '1', '2026-01-01'),
      rate('Buy-back', '-0.10', '2026-01-01', { register_code: 'EG' }),
    ],
    april,
  )
  expect(lines.map((line) => line.amount)).toEqual([236700, -3000])
})
