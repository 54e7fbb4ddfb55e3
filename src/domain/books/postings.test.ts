import { expect, test } from 'vitest'
import { cents, sumCents, wholeCents } from '#domain/kit/money.ts'
import {
  allocated,
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
  undiscounted_charges: cents('659.25'),
  undiscounted_charges_gst: cents('85.99'),
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
  supplier_difference: cents('0.00'),
}
/** The same month in split billing: the supplier's own bill, and our fee beside it. */
const split: PostedInvoice = {
  ...april,
  billing: 'split',
  discounted: cents('40.89'),
  undiscounted: cents('43.99'),
  service_fee: cents('32.49'),
  service_fee_gst: cents('4.24'),
  discounted_service_fee: cents('29.39'),
  discounted_service_fee_gst: cents('3.83'),
  charges_sum: cents('540.12'),
  charges_gst: cents('81.02'),
  charges_total: cents('621.14'),
  undiscounted_charges: cents('621.14'),
  undiscounted_charges_gst: cents('81.02'),
  discounted_charges: cents('559.03'),
  discounted_charges_gst: cents('72.92'),
  othercharges_sum: cents('25.00'),
  othercharges_gst: cents('3.75'),
  othercharges_total: cents('28.75'),
}
/** We collect both, with the 12.40 the supplier has too much from before. */
const throughUs: PostedInvoice = {
  ...split,
  split_collection: 'through_us',
  discounted: cents('616.27'),
  undiscounted: cents('681.48'),
  supplier_difference: cents('-12.40'),
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

test.each([
  ['standard', april],
  ['split, paid to the supplier', split],
  ['split, through us', throughUs],
])(
  'debits and credits of a sent invoice, its discount and its loss are equal: %s',
  (_what, one) => {
    expect(balance(invoiceSent(one))).toBe(0)
    expect(balance(discountTaken(one))).toBe(0)
    expect(balance(discountLost(one))).toBe(0)
  },
)

/** Debits and credits by account, in dollars. */
const written = (lines: { account: number; amount: number }[]) =>
  Object.fromEntries(lines.map(({ account, amount }) => [account, amount / 100]))

test('the worked example is booked to the cent: at our own rates', () => {
  expect(written(invoiceSent(april))).toEqual({
    1100: 640.53,
    1190: 69.22,
    4000: -573.26,
    4010: -5,
    4020: -28.91,
    4030: -10,
    2300: -92.58,
  })
  expect(written(discountTaken(april))).toEqual({
    4000: 57.32,
    4020: 2.87,
    2300: 9.03,
    1190: -69.22,
  })
  expect(written(discountLost(april))).toEqual({ 1100: 69.22, 1190: -69.22 })
})

test('the worked example is booked to the cent: split, paid to the supplier', () => {
  // Our own block alone is ours to book.
  expect(written(invoiceSent(split))).toEqual({
    1100: 40.89,
    1190: 3.1,
    4020: -28.25,
    4030: -10,
    2300: -5.74,
  })
  expect(written(discountTaken(split))).toEqual({ 4020: 2.69, 2300: 0.41, 1190: -3.1 })
})

test('the worked example is booked to the cent: split, through us', () => {
  // The supplier's block is whole on its own account, with the difference it asks for.
  expect(written(invoiceSent(throughUs))).toEqual({
    1100: 616.27,
    1190: 65.21,
    2500: -637.49,
    4020: -28.25,
    4030: -10,
    2300: -5.74,
  })
  expect(written(discountTaken(throughUs))).toEqual({
    2500: 62.11,
    4020: 2.69,
    2300: 0.41,
    1190: -65.21,
  })
  expect(written(discountLost(throughUs))).toEqual({ 1100: 65.21, 1190: -65.21 })
})

test('a credit has one outcome: it is booked with its discount, and nothing is at stake', () => {
  const lines = invoiceSent({
    ...april,
    discounted: cents('-103.50'),
    undiscounted: cents('-103.50'),
    charges_sum: cents('-100.00'),
    charges_gst: cents('-15.00'),
    charges_total: cents('-115.00'),
    undiscounted_charges: cents('-103.50'),
    undiscounted_charges_gst: cents('-13.50'),
    discounted_charges: cents('-103.50'),
    discounted_charges_gst: cents('-13.50'),
    othercharges_sum: cents('0.00'),
    othercharges_gst: cents('0.00'),
    othercharges_total: cents('0.00'),
    service_fee: cents('0.00'),
    service_fee_gst: cents('0.00'),
    discounted_service_fee: cents('0.00'),
    discounted_service_fee_gst: cents('0.00'),
    late_payment_fee_amount: cents('0.00'),
    late_payment_fee_gst: cents('0.00'),
  })
  expect(written(lines)).toEqual({ 1100: -103.5, 4000: 90, 2300: 13.5 })
})

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

test('a write-off splits its GST out', () => {
  expect(writtenOff(cents('1.15'), cents('0.15')).map((line) => line.amount)).toEqual([
    100, 15, -115,
  ])
})
