import { expect, test } from 'vitest'
import { computeAmounts, computeInvoice } from './compute-invoice.ts'
import type { InvoiceInput } from './invoice-input.ts'

const line = (name: string, rate: string, discountable: boolean) => ({
  ...{ name, quantity: '1', rate, unit: 'each', discountable },
})

/** A credit for energy beside a special read. */
const credit: InvoiceInput = {
  period: { from: '2026-04-01', to: '2026-04-30' },
  billing: 'standard',
  split_collection: 'direct',
  discount_percent: '10',
  gst_percent: '15',
  service_fee_percent: '5',
  use: null,
  lines: [line('Energy', '-100.00', true), line('Special read', '200.00', false)],
  bills: [],
  late_fees: [],
  reliance_opening_balance: '0.00',
  invoice_date: '2026-05-05',
  due: { due_date_type: 'offset', due_date_value_offset: 15, due_date_value_fixed: null },
  due_date: null,
  discounted_date: null,
  supplier_due_date: null,
}
const throughUs: InvoiceInput = {
  ...credit,
  billing: 'split',
  split_collection: 'through_us',
  lines: [],
  bills: [
    {
      supplier_statement_number: 'S-4711',
      lines: [{ ...line('Energy', '540.12', true), amount: '540.13' }],
      ppd_percent: '10',
      opening_balance: '-12.40',
    },
  ],
}

test('a credit has one outcome: nobody pays less by paying later', () => {
  const { fields, gst, blocks } = computeInvoice(credit)
  expect(fields).toMatchObject({
    charges_total: '-115.00',
    discounted_charges: '-103.50',
    discounted_subtotal: '126.50',
    undiscounted_subtotal: '126.50',
    discounted_total_this_period: '132.83',
    undiscounted_total_this_period: '132.83',
  })
  expect(gst.gst_if_discounted).toBe(gst.gst_if_not)
  expect(blocks[0]).toMatchObject({ discounted: '-103.50', undiscounted: '-103.50' })
})

test('an invoice of the first engine is still proved by its own rules', () => {
  expect(computeAmounts(credit, '1').fields).toMatchObject({
    discounted_total_this_period: '132.83',
    undiscounted_total_this_period: '120.75',
  })
  expect(computeAmounts(throughUs, '1').fields).toMatchObject({
    charges_sum: '540.12',
    supplier_opening_balance: '-12.40',
    supplier_difference: '0.00',
    opening_balance: '-12.40',
  })
  expect(computeAmounts(throughUs).fields).toMatchObject({
    charges_sum: '540.13',
    supplier_opening_balance: '0.00',
    opening_balance: '0.00',
  })
  const plain = { ...credit, lines: [line('Energy', '100.00', true)] }
  expect(computeAmounts(plain, '1').fields).toEqual(computeAmounts(plain).fields)
  expect(computeAmounts(plain, '1').gst).toEqual(computeAmounts(plain).gst)
})

test('there is no engine that nobody has written', () => {
  expect(() => computeAmounts(credit, '9')).toThrow('engine 9')
})
