import { expect, test } from 'vitest'
import { invoiceMargin } from './invoice-margin.ts'

// The worked example: April, both sides paid in time.
const april = {
  billing: 'standard' as const,
  gst_percent: '15.0000',
  discounted_service_fee: '29.95',
  discounted_total_this_period: '640.53',
  late_payment_fee_total: '11.50',
  late_payment_fee_gst: '1.50',
  gst_if_discounted: '83.55',
}
const bill = {
  bill_status: 'approved' as const,
  discounted_bill_sum: '559.03',
  othercharges_total: '28.75',
  due_gst: '76.67',
  gst_percent: '15.0000',
}

test('the margin is told without GST and without the late fee of an earlier invoice', () => {
  expect(invoiceMargin(april, [bill])).toEqual({
    income: '546.98',
    cost: '511.11',
    margin: '35.87',
  })
})

test('a bill whose GST is not known costs what its percentage leaves', () => {
  expect(invoiceMargin(april, [{ ...bill, due_gst: null }]).cost).toBe('511.11')
})

test('a bill that was cancelled or refunded costs nothing', () => {
  const cancelled = { ...bill, bill_status: 'cancelled' as const }
  const refunded = { ...bill, bill_status: 'refunded' as const }
  expect(invoiceMargin(april, [cancelled, refunded]).margin).toBe('546.98')
})

test('in split billing the fee alone is ours', () => {
  const split = { ...april, billing: 'split' as const, discounted_service_fee: '29.39' }
  expect(invoiceMargin(split, [bill])).toEqual({ income: '25.56', cost: '0.00', margin: '25.56' })
})
