import { expect, test } from 'vitest'
import { itemInWords, tenthsInDollars } from './payout-words.ts'

test.each([
  ['67989.0', '679.890'],
  ['-345.5', '−3.455'],
  ['123456789.1', '1,234,567.891'],
  ['0.0', '0.000'],
])('%s cents of a payout read as %s dollars', (cents, dollars) => {
  expect(tenthsInDollars(cents)).toBe(dollars)
})

test('an item of a kind that is new to us keeps the provider’s word', () => {
  expect(itemInWords({ type: 'payment_paid_out', amount: '103.5' })).toBe('Collected')
  expect(itemInWords({ type: 'goodwill_gesture', amount: '1.0' })).toBe('goodwill gesture')
})

test('a fee that comes back with its debit is not called a fee alone', () => {
  const fee = (amount: string) => itemInWords({ type: 'gocardless_fee', amount })
  expect([fee('-103.5'), fee('103.5')]).toEqual([
    'The provider’s fee',
    'The provider’s fee, given back',
  ])
})
