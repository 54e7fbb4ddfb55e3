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
  expect(itemInWords('payment_paid_out')).toBe('Collected')
  expect(itemInWords('goodwill_gesture')).toBe('goodwill gesture')
})
