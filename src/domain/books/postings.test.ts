import { expect, test } from 'vitest'
import { cents, sumCents, wholeCents } from '#domain/kit/money.ts'
import {
  allocated,
  billApproved,
  billCleared,
  discountLost,
  discountTaken,
  invoiceSent,
  type PostedInvoice,
  reversed,
  writtenOff,
} from './postings.ts'

/** The worked example of the billing rules. */
const april: PostedInvoice = {
  discounted: cents('640.53'),
  undiscounted: cents('709.75'),
  billing: 'standard',
  split_collection: 'direct',
  charges_sum: cents('573.26'),
  charges_gst: cents('85.99'),
  charges_total: cents('659.25'),
  discounted_charges: cents('593.33'),
  discounted_charges_gst: cents('77.39'),
  othercharges_sum: cents('5.00'),
  othercharges_gst: cents('0.75'),
  othercharges_total: cents('5.75'),
  service_fee: cents('33.25'),
  service_fee_gst: cents('4.34'),
  discounted_service_fee: cents('29.95'),
  discounted_service_fee_gst: cents('3.91'),
  late_payment_fee_amount: cents('10.00'),
  late_payment_fee_gst: cents('1.50'),
  owncharges_sum: cents('0.00'),
  owncharges_gst: cents('0.00'),
}
const split: PostedInvoice = {
  ...april,
  billing: 'split',
  discounted: cents('40.89'),
  undiscounted: cents('43.99'),
  service_fee: cents('32.49'),
  service_fee_gst: cents('4.24'),
  discounted_service_fee: cents('29.39'),
  discounted_service_fee_gst: cents('3.83'),
}
const balance = (lines: { amount: number }[]) =>
  sumCents(lines.map((line) => wholeCents(line.amount)))
const on = (lines: { account: number; amount: number }[], account: number) =>
  balance(lines.filter((line) => line.account === account))

test('our own charges on a split invoice are other income, with GST of ours', () => {
  const lines = invoiceSent({
    ...split,
    discounted: cents('63.89'),
    undiscounted: cents('66.99'),
    owncharges_sum: cents('20.00'),
    owncharges_gst: cents('3.00'),
  })
  expect(balance(lines)).toBe(0)
  expect(on(lines, 4010)).toBe(-2000)
  expect(on(lines, 2300)).toBe(-(424 + 150 + 300))
})

test('a rest of a bill that is closed takes its cost and its GST back', () => {
  const lines = billCleared(cents('2.30'), '15')
  expect(balance(lines)).toBe(0)
  expect([on(lines, 2000), on(lines, 5000), on(lines, 2310)]).toEqual([230, -200, -30])
})

test.each([
  ['standard', april],
  ['split, paid to the supplier', split],
  [
    'split, through us',
    {
      ...split,
      split_collection: 'through_us' as const,
      charges_total: cents('621.14'),
      charges_sum: cents('540.12'),
      charges_gst: cents('81.02'),
      othercharges_total: cents('28.75'),
      discounted_charges: cents('559.03'),
      discounted: cents('628.67'),
      undiscounted: cents('693.88'),
    },
  ],
])(
  'debits and credits of a sent invoice, its discount and its loss are equal: %s',
  (_what, one) => {
    expect(balance(invoiceSent(one))).toBe(0)
    expect(balance(discountTaken(one))).toBe(0)
    expect(balance(discountLost(one))).toBe(0)
  },
)

test('sent, the customer owes the discounted amount and all GST is booked', () => {
  const sent = invoiceSent(april)
  expect(on(sent, 1100)).toBe(64053)
  expect(on(sent, 1190)).toBe(6922)
  expect(on(sent, 2300)).toBe(-9258)
})

test('with the discount taken, the GST left is the one printed for paying in time', () => {
  const lines = [...invoiceSent(april), ...discountTaken(april)]
  expect(on(lines, 2300)).toBe(-8355)
  expect(on(lines, 1190)).toBe(0)
})

test('with the discount lost, the customer owes the rest of it too', () => {
  const lines = [...invoiceSent(april), ...discountLost(april)]
  expect([on(lines, 1100), on(lines, 1190)]).toEqual([70975, 0])
})

test('a reversal leaves nothing on any account', () => {
  const lines = [...invoiceSent(april), ...reversed(invoiceSent(april))]
  for (const { account } of lines) expect(on(lines, account)).toBe(0)
})

test('money moves from the customer’s credit to what is owed', () => {
  expect(allocated(cents('10.00'))).toEqual([
    { account: 2100, amount: 1000 },
    { account: 1100, amount: -1000 },
  ])
})

test('a write-off and a bill split their GST out', () => {
  expect(writtenOff(cents('1.15'), '15').map((line) => line.amount)).toEqual([100, 15, -115])
  expect(billApproved(cents('587.78'), '15').map((line) => line.amount)).toEqual([
    51111, 7667, -58778,
  ])
})
