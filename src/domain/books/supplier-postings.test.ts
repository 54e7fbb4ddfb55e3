import { expect, test } from 'vitest'
import { cents } from '#domain/kit/money.ts'
import {
  billAllocated,
  billApproved,
  billCleared,
  billPaid,
  paidBack,
  pairClosed,
  supplierDifference,
  supplierDiscountLost,
} from './supplier-postings.ts'

/** The supplier's side of the worked example: 587.78 in time, and 62.11 more after that. */
const april = { total: cents('587.78'), gst: cents('76.67') }
const discount = { total: cents('62.11'), gst: cents('8.10') }
const written = (lines: { account: number; amount: number }[]) =>
  Object.fromEntries(lines.map(({ account, amount }) => [account, amount / 100]))

test('a bill is our cost with the GST the supplier printed', () => {
  expect(written(billApproved(april, 'cost'))).toEqual({ 5000: 511.11, 2310: 76.67, 2000: -587.78 })
  expect(written(supplierDiscountLost(discount, 'cost'))).toEqual({
    5900: 54.01,
    2310: 8.1,
    2000: -62.11,
  })
  expect(written(supplierDifference(cents('-12.40'), 'cost'))).toEqual({ 5910: -12.4, 2000: 12.4 })
})

test('a bill that we collect for the supplier is neither our cost nor our GST', () => {
  expect(written(billApproved(april, 'passed_on'))).toEqual({ 2500: 587.78, 2000: -587.78 })
  expect(written(supplierDiscountLost(discount, 'passed_on'))).toEqual({
    2500: 62.11,
    2000: -62.11,
  })
  expect(written(supplierDifference(cents('-12.40'), 'passed_on'))).toEqual({
    2500: -12.4,
    2000: 12.4,
  })
})

test('a bill that the customer pays to the supplier is not in our books', () => {
  expect(billApproved(april, 'information')).toEqual([])
  expect(supplierDiscountLost(discount, 'information')).toEqual([])
  expect(supplierDifference(cents('-12.40'), 'information')).toEqual([])
})

test('money to a supplier is credit there until it lies on a bill', () => {
  expect(written(billPaid(cents('92.00')))).toEqual({ 1210: 92, 1000: -92 })
  expect(written(billAllocated(cents('92.00')))).toEqual({ 2000: 92, 1210: -92 })
  expect(written(paidBack(cents('23.00')))).toEqual({ 1000: 23, 1210: -23 })
  expect(written(billCleared(cents('2.30')))).toEqual({ 2000: 2.3, 5910: -2.3 })
})

test('a discount that we took and the customer lost is ours, with our GST in it', () => {
  expect(written(pairClosed(cents('62.11'), '15'))).toEqual({
    2500: 62.11,
    4040: -54.01,
    2300: -8.1,
  })
})

test('a discount that the customer earned and we lost is our cost', () => {
  expect(written(pairClosed(cents('-62.11'), '15'))).toEqual({ 5910: 62.11, 2500: -62.11 })
})
