import { expect, test } from 'vitest'
import { cents, toDecimalString } from '#domain/kit/money.ts'
import { type BaseFacts, commissionBase } from './commission-base.ts'
import { type CommissionTerms, ongoingRate, signupRate, termsOn } from './commission-terms.ts'
import { commissionsOf, type Earner, type EarningInvoice, shareOf } from './invoice-commission.ts'
import { clawedBack, signupStanding } from './signup-commission.ts'
import { splitBase } from './split-base.ts'

// April of the worked example: its invoice and its supplier's bill.
const april: BaseFacts = {
  commission_base: 'service_fee',
  billing: 'standard',
  is_lost: false,
  gst_percent: '15',
  discounted_service_fee: '29.95',
  undiscounted_service_fee: '33.25',
  discounted_charges: '593.33',
  charges_sum: '573.26',
  undiscounted_charges: '659.25',
  charges_total: '659.25',
  is_credit: false,
  margin: '35.87',
  goodwill: '0.00',
}

const none: CommissionTerms = {
  signup_commission_commercial: null,
  signup_commission_residential: null,
  signup_commission_unit: null,
  partner_rate_amount: null,
  partner_rate_standard: null,
  partner_rate_simple: null,
  partner_rate_unit: null,
}

const earner = (partner_id: number, share_percent: string, rate: string): Earner => ({
  partner_id,
  share_percent,
  own: null,
  terms: { ...none, partner_rate_standard: rate, partner_rate_unit: 'percent' },
  signup_unit: null,
  customer_type: null,
})

const billed = (base: string, more: Partial<EarningInvoice> = {}): EarningInvoice => ({
  base: cents(base),
  billing: 'standard',
  is_credit: false,
  period_start: '2026-04-01',
  date_start: '2026-01-01',
  ...more,
})

const amounts = (invoice: EarningInvoice, earners: Earner[]) =>
  commissionsOf(invoice, earners).map(({ amount }) => toDecimalString(amount))

test.each([
  ['service_fee', false, '26.04'],
  ['service_fee', true, '28.91'],
  ['charges', false, '515.94'],
  ['charges', true, '573.26'],
  ['margin', false, '35.87'],
] as const)('the base %s of April, discount lost: %s, is %s', (commission_base, is_lost, base) => {
  expect(toDecimalString(commissionBase({ ...april, commission_base, is_lost }))).toBe(base)
})

test('what goodwill settled is taken off without its GST, down to nothing', () => {
  expect(toDecimalString(commissionBase({ ...april, goodwill: '11.50' }))).toBe('16.04')
  expect(toDecimalString(commissionBase({ ...april, goodwill: '640.53' }))).toBe('0.00')
})

test.each([
  ['a margin below nothing earns nothing', { margin: '-12.40' }, '0.00'],
  ['an invoice that is not costed earns nothing', { margin: null }, '0.00'],
  ['a credit takes its margin back', { margin: '-35.87', is_credit: true }, '-35.87'],
])('by the margin, %s', (_, given, base) => {
  const facts = { ...april, commission_base: 'margin', ...given } as const
  expect(toDecimalString(commissionBase(facts))).toBe(base)
})

test('ten per cent of April’s fee are 2.60', () => {
  expect(amounts(billed('26.04'), [earner(1, '100', '10')])).toEqual(['2.60'])
})

test.each([
  ['26.04', ['15.62', '10.42'], ['1.56', '0.83']],
  ['28.91', ['17.35', '11.56'], ['1.74', '0.92']],
  ['-26.04', ['-15.62', '-10.42'], ['-1.56', '-0.83']],
])('the base %s is split 60/40 into %s, which earn %s', (base, parts, earned) => {
  expect(splitBase(cents(base), ['60', '40']).map(toDecimalString)).toEqual(parts)
  expect(amounts(billed(base), [earner(1, '60', '10'), earner(2, '40', '8')])).toEqual(earned)
})

test('the parts of a base add up to it, whatever the shares', () => {
  const thirds = ['33.3333', '33.3333', '33.3334']
  for (let size = -250; size <= 250; size++) {
    const base = cents((size / 100).toFixed(2))
    const parts = splitBase(base, thirds)
    expect(parts.reduce((sum, part) => sum + part, 0)).toBe(base)
  }
})

test('a fixed rate is dollars for each invoice by share, and a credit earns none', () => {
  const terms = { ...none, partner_rate_amount: '5.01', partner_rate_unit: 'fixed' } as const
  const fixed = { ...earner(1, '50', '0'), terms }
  expect(amounts(billed('26.04'), [fixed])).toEqual(['2.51'])
  expect(amounts(billed('-26.04', { is_credit: true }), [fixed])).toEqual([])
})

test('a rate of its own on the contract comes before the partner’s', () => {
  const own = { rate: '20', unit: 'percent' } as const
  expect(amounts(billed('26.04'), [{ ...earner(1, '100', '10'), own }])).toEqual(['5.21'])
})

test('a rate is the one for the kind of billing, else the general one, else nothing', () => {
  const terms = { ...none, partner_rate_amount: '4', partner_rate_simple: '6' }
  expect(ongoingRate(terms, 'standard')).toEqual({ rate: '4', unit: 'percent' })
  expect(ongoingRate(terms, 'split')).toEqual({ rate: '6', unit: 'percent' })
  expect(ongoingRate(none, 'split').rate).toBe('0')
  const both = { ...none, signup_commission_commercial: '150.00' }
  expect(signupRate(both, 'commercial')).toEqual({ rate: '150.00', unit: 'fixed' })
  expect(signupRate(both, 'residential').rate).toBe('0')
})

test('the terms of a day are the latest that had begun by then', () => {
  const versions = [
    { valid_from_date: '2026-05-01', rate: 'later' },
    { valid_from_date: null, rate: 'first' },
    { valid_from_date: '2026-03-01', rate: 'second' },
  ]
  const on = (day: string) => termsOn(versions, day)?.rate
  expect([on('2026-02-28'), on('2026-03-01'), on('2026-04-30'), on('2026-05-01')]).toEqual([
    ...['first', 'second', 'second', 'later'],
  ])
})

test('a sign-up commission in percent is earned on top for twelve months', () => {
  const terms = {
    ...none,
    partner_rate_amount: '10',
    signup_commission_residential: '5.00',
    signup_commission_unit: 'percent',
  } as const
  const both: Earner = {
    ...earner(1, '100', '0'),
    ...{ terms, signup_unit: 'percent', customer_type: 'residential' },
  }
  expect(amounts(billed('26.04', { period_start: '2026-12-31' }), [both])).toEqual(['2.60', '1.30'])
  expect(amounts(billed('26.04', { period_start: '2027-01-01' }), [both])).toEqual(['2.60'])
})

const brought = {
  contract_status: 'active',
  date_start: '2026-01-01',
  date_end: '2027-12-31',
  is_any_cleared: true,
  was_any_cleared: true,
} as const
const signup = {
  amount: shareOf('150.00', '60'),
  earned_at: 'first_cleared',
  clawback_months: 12,
} as const

test('a contract that ends after 145 of 365 days gives back 54.25 of 90.00', () => {
  expect(toDecimalString(signup.amount)).toBe('90.00')
  const ended = { ...brought, contract_status: 'ended', date_end: '2026-05-25' } as const
  expect(signupStanding(ended, signup)).toEqual({
    ...{ status: 'earned', amount: cents('90.00'), clawback: cents('-54.25') },
  })
  expect(signupStanding(brought, signup).clawback).toBe(0)
})

test('nothing is given back once the window has passed, and leap years are a day longer', () => {
  const lasting = { date_start: '2026-01-01', date_end: '2026-12-31' }
  expect(clawedBack(lasting, signup)).toBe(0)
  const leap = { date_start: '2024-01-01', date_end: '2024-12-30' }
  expect(toDecimalString(clawedBack(leap, signup))).toBe('0.25')
})

test('a sign-up commission is expected, earned, lost whole and dropped', () => {
  const status = (more: object, earned_at: 'first_cleared' | 'accepted' = 'first_cleared') =>
    signupStanding({ ...brought, ...more }, { ...signup, earned_at }).status
  const never = { is_any_cleared: false, was_any_cleared: false }
  const noMore = { is_any_cleared: false, was_any_cleared: true }
  expect(status(never)).toBe('expected')
  expect(status({})).toBe('earned')
  expect(status(noMore)).toBe('expected')
  expect(status({ ...never, contract_status: 'cancelled' })).toBe('dropped')
  expect(status(never, 'accepted')).toBe('earned')
  expect(status(noMore, 'accepted')).toBe('expected')
  expect(status({ ...never, contract_status: 'ended' }, 'accepted')).toBe('dropped')
})
