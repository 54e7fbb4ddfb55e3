import { expect, test } from 'vitest'
import { termsAt, termsOf, timeStateOf } from './contract-terms.ts'

const contract = {
  contract_status: 'active',
  date_start: '2025-04-01',
  date_end: '2027-03-31',
  is_open_plan: false,
}

test.each([
  ['2025-03-31', 'upcoming'],
  ['2025-04-01', 'running'],
  ['2026-12-30', 'running'],
  ['2026-12-31', 'expiring'],
  ['2027-03-31', 'expiring'],
  ['2027-04-01', 'over'],
])('on %s a fixed contract is %s', (today, expected) => {
  expect(timeStateOf(contract, today, 90)).toBe(expected)
})

test('an open plan rolls on past its end', () => {
  expect(timeStateOf({ ...contract, is_open_plan: true }, '2028-01-01', 90)).toBe('rolling')
})

test('a draft stands nowhere in time', () => {
  expect(timeStateOf({ ...contract, contract_status: 'draft' }, '2026-01-01', 90)).toBeNull()
})

test('terms hold from their day, and the first ones before it too', () => {
  const terms = (discount_percent: string) => termsOf({ discount_percent })
  const versions = [
    { valid_from_date: '2026-07-01', terms: terms('5') },
    { valid_from_date: '2025-04-01', terms: terms('10') },
  ]
  const at = (day: string) => termsAt(versions, day)?.terms.discount_percent
  expect([at('2024-01-01'), at('2026-06-30'), at('2026-07-01')]).toEqual(['10', '10', '5'])
  expect(termsAt([], '2026-01-01')).toBeNull()
})
