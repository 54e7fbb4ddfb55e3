import fc from 'fast-check'
import { expect, test } from 'vitest'
import { summariseShadow } from '#domain/contracts/shadow-run.ts'
import { cents, sumCents } from '#domain/kit/money.ts'
import { type ShadowInput, shadowEffect } from './shadow-effect.ts'

const year = {
  reading_id: 1,
  reading_latest_type: 'actual',
  period_start: '2025-07-01',
  period_end: '2026-06-30',
  days: 365,
  quantity: '10000',
  energy: '10000',
  losses: '0',
}
const used = (segments = [year]) => [
  {
    connection: '0000143418TRD9F',
    meter_capacity_amount: null,
    meter_capacity_charged: false,
    registers: [{ register_code: 'UN', flow: 'X', segments }],
  },
]
const rate = (rate_name: string, rate_amount: string, given = {}) => ({
  rate_name,
  rate_amount,
  rate_unit: 'kWh',
  rate_type: 'variable',
  register_code: null,
  with_losses: false,
  valid_from_date: '2025-01-01',
  ...given,
})
const input: ShadowInput = {
  side: 'sell',
  connections: used(),
  valid_from_date: '2027-04-01',
  rates: [rate('Anytime', '0.30'), rate('Daily', '1.20', { rate_unit: 'day' })],
  others: [rate('Anytime', '0.25')],
  changes: [{ rate_name: 'ANYTIME', rate_amount: '0.33' }],
  discount_percent: '0',
  gst_percent: '15',
  service_fee_percent: '0',
}

test('a dearer rate costs what the last year’s use makes of it', () => {
  expect(shadowEffect(input)).toMatchObject({
    // 10,000 kWh at 30 c and 365 days at $1.20, with GST.
    before: '3953.70',
    after: '4298.70',
    difference: '345.00',
    difference_percent: '8.73',
    lines: [
      { rate_name: 'Anytime', before: '3000.00', after: '3300.00', difference: '300.00' },
      { rate_name: 'Daily', before: '438.00', after: '438.00', difference: '0.00' },
    ],
  })
})

test('the margin counts the charges of both sides, whichever of them changes', () => {
  expect(shadowEffect(input)).toMatchObject({ margin_before: '938.00', margin_after: '1238.00' })
  const buying = { ...input, side: 'buy' as const, rates: input.others, others: input.rates }
  expect(shadowEffect(buying)).toMatchObject({ margin_before: '938.00', margin_after: '138.00' })
  expect(shadowEffect({ ...input, others: [] })?.margin_after).toBe(null)
})

test('what holds on the first day counts, not what held in the year that is priced', () => {
  const rates = [...input.rates, rate('Anytime', '0.32', { valid_from_date: '2026-10-01' })]
  expect(shadowEffect({ ...input, rates })).toMatchObject({ difference: '115.00' })
})

test('a short history is scaled to a year and says so', () => {
  const half = { ...year, period_start: '2026-01-01', days: 181, quantity: '1810', energy: '1810' }
  const effect = shadowEffect({ ...input, connections: used([half]) })
  // 1,810 kWh at 3 c more are $54.30, with GST $62.44, in 181 of 365 days.
  expect(effect).toMatchObject({ difference: '125.91', days: 181 })
  expect(effect?.assumptions[0]).toContain('scaled to a year')
})

test('without readings there is nothing to say', () => {
  expect(shadowEffect({ ...input, connections: used([]) })).toBe(null)
  expect(shadowEffect({ ...input, connections: [] })).toBe(null)
})

const amount = fc.integer({ min: 0, max: 99_999 }).map((n) => (n / 10_000).toFixed(4))

test('the same rates again change nothing; dearer ones never make a year cheaper', () => {
  fc.assert(
    fc.property(amount, amount, fc.nat(99), (held, more, discount) => {
      const given = { ...input, discount_percent: String(discount), rates: [rate('A', held)] }
      const same = shadowEffect({ ...given, changes: [{ rate_name: 'a', rate_amount: held }] })
      expect(same?.difference).toBe('0.00')
      const [low, high] = [held, more].sort((a, b) => Number(a) - Number(b))
      const raised = shadowEffect({
        ...given,
        rates: [rate('A', low ?? '0')],
        changes: [{ rate_name: 'A', rate_amount: high ?? '0' }],
      })
      expect(cents(raised?.difference ?? '')).toBeGreaterThanOrEqual(0)
    }),
  )
})

test('many contracts are added up, and those that change most come first', () => {
  const contractWith = (contract_id: number, rate_amount: string | null) => ({
    contract_id,
    contract_number: `K-${contract_id}`,
    customer_id: 1,
    customer_name: 'Māhia Orchard',
    valid_from_date: '2027-04-01',
    effect: rate_amount
      ? shadowEffect({ ...input, changes: [{ rate_name: 'Anytime', rate_amount }] })
      : null,
  })
  const all = [
    contractWith(1, null),
    contractWith(2, '0.31'),
    contractWith(3, '0.26'),
    contractWith(4, '0.30'),
  ]
  const { totals, contracts } = summariseShadow(all)
  expect(contracts.map((one) => one.contract_id)).toEqual([3, 2, 4, 1])
  expect(totals).toMatchObject({ contracts: 4, priced: 3, dearer: 1, cheaper: 1 })
  const sum = sumCents(all.map(({ effect }) => cents(effect?.difference ?? '0.00')))
  expect(cents(totals.difference)).toBe(sum)
})
