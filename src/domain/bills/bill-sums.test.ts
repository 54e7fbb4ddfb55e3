import { expect, test } from 'vitest'
import { toDecimalString } from '#domain/kit/money.ts'
import { billSums, computedSums } from './bill-sums.ts'

/** The supplier's side of the worked example. */
const april = {
  supplier_statement_number: 'A-1',
  lines: [
    { name: 'Energy', quantity: '540.12', rate: '1', unit: 'each', discountable: true },
    { name: 'Meter', quantity: '1', rate: '25', unit: 'each', discountable: false },
  ],
  ppd_percent: '10',
  opening_balance: '-12.40',
}
const inDollars = (sums: ReturnType<typeof billSums>) => ({
  charges: toDecimalString(sums.undiscounted_bill_sum),
  in_time: toDecimalString(sums.discounted_bill_sum),
  other: toDecimalString(sums.other_total),
  due_gst: toDecimalString(sums.due_gst),
  full_gst: toDecimalString(sums.full_gst),
})

test('the worked example comes to the cent', () => {
  expect(inDollars(billSums(april, '15'))).toEqual({
    charges: '621.14',
    in_time: '559.03',
    other: '28.75',
    due_gst: '76.67',
    full_gst: '84.77',
  })
})

test('a line’s printed amount wins against quantity times rate', () => {
  const lines = [{ ...april.lines[0], amount: '540.13' }, april.lines[1]]
  const bill = { ...april, lines: lines as typeof april.lines }
  expect(inDollars(billSums(bill, '15')).charges).toBe('621.15')
  expect(inDollars(computedSums(bill, '15')).charges).toBe('621.14')
})

test('the GST the supplier printed wins by its cents, with the discount or without', () => {
  const ofAll = billSums({ ...april, printed_gst: '84.78' }, '15')
  expect(inDollars(ofAll)).toMatchObject({ charges: '621.15', full_gst: '84.78' })
  const inTime = billSums({ ...april, printed_gst: '76.66' }, '15')
  expect(inDollars(inTime)).toMatchObject({ charges: '621.14', due_gst: '76.66' })
})

test('the total the supplier printed wins by its cents, with the discount or without', () => {
  const inTime = billSums({ ...april, printed_total: '575.37' }, '15')
  expect(inDollars(inTime)).toMatchObject({ charges: '621.14', in_time: '559.02' })
  const later = billSums({ ...april, printed_total: '637.50' }, '15')
  expect(inDollars(later)).toMatchObject({ charges: '621.15', full_gst: '84.78' })
})

test('a printed figure that is more than rounding away is left for somebody to look at', () => {
  const bill = { ...april, printed_total: '700.00', printed_gst: '90.00' }
  expect(billSums(bill, '15')).toEqual(billSums(april, '15'))
})
