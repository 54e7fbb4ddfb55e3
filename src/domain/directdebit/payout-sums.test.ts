import { expect, test } from 'vitest'
import { wholeCents } from '#domain/kit/money.ts'
import { payoutSums, type SummedItem } from './payout-sums.ts'

const item = (type: string, amount: string, ...taxes: string[]): SummedItem => ({
  type,
  amount,
  taxes: taxes.map((one) => ({ amount: one })),
})

test('679.89 is paid out as 676.44: 3.00 of fees and 0.45 of tax on them', () => {
  const items = [item('payment_paid_out', '67989.0'), item('gocardless_fee', '-345.0', '-45.0')]
  expect(payoutSums(wholeCents(67_644), items)).toEqual({
    collected: 67_989,
    fees: 300,
    fees_gst: 45,
  })
})

test('tenths of a cent are lost nowhere: what is missing is the fee', () => {
  const items = [
    item('payment_paid_out', '10350.0'),
    item('gocardless_fee', '-119.0', '-15.5'),
    item('payment_paid_out', '1010.0'),
    item('gocardless_fee', '-23.2', '-3.0'),
  ]
  const sums = payoutSums(wholeCents(11_218), items)
  expect(sums).toMatchObject({ collected: 11_360, fees_gst: 19 })
  expect(sums.fees + sums.fees_gst).toBe(142)
})

test('refunds, failures and charge-backs are the customers’ money, and come off what was collected', () => {
  const items = [
    item('payment_paid_out', '20000.0'),
    item('payment_refunded', '-2000.0'),
    item('payment_failed', '-5000.0'),
    item('payment_charged_back', '-1000.0'),
    item('gocardless_fee', '-230.0', '-30.0'),
  ]
  expect(payoutSums(wholeCents(11_770), items)).toEqual({
    collected: 12_000,
    fees: 200,
    fees_gst: 30,
  })
})

test('fees that are given back are below zero, with their tax', () => {
  const items = [item('payment_paid_out', '1000.0'), item('gocardless_fee', '230.0', '30.0')]
  expect(payoutSums(wholeCents(1230), items)).toEqual({
    collected: 1000,
    fees: -200,
    fees_gst: -30,
  })
})

test('a payout without fees has none', () => {
  const items = [item('payment_paid_out', '1000.0')]
  expect(payoutSums(wholeCents(1000), items)).toEqual({ collected: 1000, fees: 0, fees_gst: 0 })
})
