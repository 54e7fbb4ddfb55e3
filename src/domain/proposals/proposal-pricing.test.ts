import { expect, test } from 'vitest'
import { priceProposal } from './proposal-pricing.ts'

const segment = {
  reading_id: 1,
  reading_latest_type: 'estimate',
  period_start: '2025-07-01',
  period_end: '2026-06-30',
  days: 365,
  quantity: '10000',
  energy: '10000',
  losses: '0',
}
const connections = [
  {
    connection: '0000143418TRD9F',
    meter_capacity_amount: null,
    meter_capacity_charged: false,
    registers: [{ register_code: 'UN', flow: 'X', segments: [segment] }],
  },
]
const rate = (rate_amount: string) => ({
  rate_name: 'Anytime',
  rate_amount,
  rate_unit: 'kWh',
  rate_type: 'variable',
  register_code: null,
  with_losses: false,
  valid_from_date: '2025-01-01',
})
const percents = { discount_percent: '0', gst_percent: '15', service_fee_percent: '0' }
const input = {
  connections,
  period: { from: '2025-07-01', to: '2026-06-30' },
  current: { rates: [rate('0.30')], contract_number: 'K-1001', ...percents },
  candidate: { rates: [rate('0.27')], ...percents },
}

test('the saving is what a year costs now less what it would cost', () => {
  const priced = priceProposal(input)
  expect(priced).toMatchObject({
    current_cost: '3450.00',
    candidate_cost: '3105.00',
    saving_amount: '345.00',
    saving_percent: '10',
  })
})

test('without a contract there is a price and no saving', () => {
  const priced = priceProposal({ ...input, current: null })
  expect(priced).toMatchObject({
    current_cost: null,
    candidate_cost: '3105.00',
    saving_amount: null,
  })
})

test('what the figures rest on is said: the period, the estimates and the missing days', () => {
  const period = { from: '2025-06-01', to: '2026-06-30' }
  const { assumptions } = priceProposal({ ...input, period }).pricing
  expect(assumptions.join(' ')).toContain('1 Jun 2025 to 30 Jun 2026, 395 days')
  expect(assumptions.join(' ')).toContain('100 % of the use is estimated')
  expect(assumptions.join(' ')).toContain('30 days have no readings')
})

test('a contract that began within the period is compared over all of it', () => {
  const since = { ...rate('0.30'), valid_from_date: '2026-01-01' }
  const current = { ...input.current, rates: [since] }
  const priced = priceProposal({ ...input, current })
  expect(priced.current_cost).toBe('3450.00')
  expect(priced.pricing.assumptions.join(' ')).toContain('before it began on 01 Jan 2026')
})

test('a charge that the offer merely lacks is no saving: it is said and left out', () => {
  const daily = { ...rate('2.00'), rate_name: 'Daily charge', rate_unit: 'day', rate_type: 'fixed' }
  const current = { ...input.current, rates: [rate('0.30'), daily] }
  const priced = priceProposal({ ...input, current })
  expect(priced).toMatchObject({
    current_cost: '3450.00',
    saving_amount: '345.00',
    pricing: { missing: { names: ['Daily charge'], amount: '839.50' } },
  })
  expect(priced.pricing.assumptions[0]).toContain('no Daily charge, which costs $839.50 a year')
  const offered = [rate('0.27'), { ...daily, rate_amount: '1.90' }]
  const whole = priceProposal({ ...input, current, candidate: { rates: offered, ...percents } })
  expect(whole.pricing.missing).toBeNull()
  expect(whole.current_cost).toBe('4289.50')
})
