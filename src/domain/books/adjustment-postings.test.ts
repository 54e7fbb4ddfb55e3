import { expect, test } from 'vitest'
import { cents } from '#domain/kit/money.ts'
import type { AdjustmentKind, AdjustmentSide } from './adjustment.ts'
import { adjustmentEvent, adjustmentMade, supplierAdjustmentMade } from './adjustment-postings.ts'

type Case = [AdjustmentKind, AdjustmentSide, amount: string, gst: string, lines: object]

const cases: Case[] = [
  ['opening_balance', 'debit', '115.00', '15.00', { 1100: 11500, 3000: -11500 }],
  ['opening_balance', 'credit', '40.00', '0.00', { 2100: -4000, 3000: 4000 }],
  ['goodwill', 'credit', '23.00', '3.00', { 2100: -2300, 6000: 2000, 2300: 300 }],
  ['goodwill', 'credit', '23.00', '0.00', { 2100: -2300, 6000: 2300 }],
  ['correction', 'debit', '11.50', '1.50', { 1100: 1150, 4010: -1000, 2300: -150 }],
  ['correction', 'credit', '11.50', '1.50', { 2100: -1150, 4010: 1000, 2300: 150 }],
  ['returned_refund', 'debit', '25.00', '0.00', { 1100: 2500, 2100: -2500 }],
]

test.each(cases)('a %s booked as a %s of %s with %s of GST', (kind, side, amount, gst, lines) => {
  const posted = adjustmentMade({ kind, side, amount: cents(amount), gst: cents(gst) })
  expect(Object.fromEntries(posted.map((line) => [line.account, line.amount]))).toEqual(lines)
  expect(posted.reduce((sum, line) => sum + line.amount, 0)).toBe(0)
})

test('each kind has a name of its own in the books', () => {
  const kinds: AdjustmentKind[] = ['opening_balance', 'goodwill', 'correction', 'returned_refund']
  expect(kinds.map(adjustmentEvent)).toEqual(kinds)
})

const ofSuppliers: [AdjustmentKind, AdjustmentSide, lines: object][] = [
  ['opening_balance', 'debit', { 2000: -5000, 3000: 5000 }],
  ['opening_balance', 'credit', { 1210: 5000, 3000: -5000 }],
  ['correction', 'debit', { 2000: -5000, 5910: 5000 }],
  ['correction', 'credit', { 1210: 5000, 5910: -5000 }],
]

test.each(ofSuppliers)('a supplier’s %s booked as a %s', (kind, side, lines) => {
  const posted = supplierAdjustmentMade({ kind, side, amount: cents('50.00') })
  expect(Object.fromEntries(posted.map((line) => [line.account, line.amount]))).toEqual(lines)
})
