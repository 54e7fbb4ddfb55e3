import { expect, test } from 'vitest'
import type { TraceStep } from '#domain/pricing/trace.ts'
import { asSent, explainInvoice } from './explain-invoice.ts'

const step = (key: string, amount: string, given: Partial<TraceStep> = {}): TraceStep => ({
  key,
  label: key,
  formula: amount,
  parts: [],
  rounding: 'none',
  amount,
  ...given,
})

const trace = [
  step('line.1', '12.35', { formula: '49.4 kWh × 0.25 = 12.35', rounding: 'cent' }),
  step('charges_gst', '1.85', { formula: '12.35 × 15 % = 1.8525', rounding: 'gst' }),
  step('reliance_opening_balance', '0.00'),
  step('opening_balance', '0.00', { parts: ['reliance_opening_balance'] }),
  step('discounted_total_this_period', '14.20'),
  step('discounted_total', '14.20', {
    formula: '0.00 + 14.20',
    parts: ['opening_balance', 'discounted_total_this_period'],
  }),
]
const sent = {
  reliance_opening_balance: '95.00',
  opening_balance: '95.00',
  discounted_total: '109.20',
  undiscounted_total: null,
  page_items: [{ invoice_number: 'INV-1', balance: '115.00' }],
}
const nothingFromBefore = {
  ...sent,
  reliance_opening_balance: '0.00',
  opening_balance: '0.00',
  discounted_total: '14.20',
  page_items: [],
}
const wordsOf = (key: string, invoice = sent) =>
  explainInvoice(trace, invoice).find((one) => one.key === key)?.words

test('what is exact is told as it is, what was rounded says how', () => {
  expect(wordsOf('line.1')).toBe('49.4 kWh × 0.25 = 12.35')
  expect(wordsOf('charges_gst')).toBe(
    '12.35 × 15 % = 1.8525, rounded to the cent (half a cent is dropped)',
  )
})

test('what was owed when the page went out takes the place of what was owed before', () => {
  expect(wordsOf('reliance_opening_balance')).toBe('INV-1 115.00 less credit 20.00')
  expect(wordsOf('opening_balance')).toBe('95.00')
  expect(wordsOf('discounted_total')).toBe('95.00 + 14.20')
})

test('what did not change is left as the engine wrote it', () => {
  expect(asSent(trace, nothingFromBefore)).toEqual(trace)
})

test('credit alone is told as credit', () => {
  const credit = { ...sent, reliance_opening_balance: '-5.00', page_items: [] }
  expect(wordsOf('reliance_opening_balance', credit)).toBe('credit 5.00')
})
