import { expect, test } from 'vitest'
import { computeInvoice } from './compute-invoice.ts'
import { explainToCustomer } from './explain-to-customer.ts'
import type { InvoiceInput } from './invoice-input.ts'

const line = (name: string, rate: string, discountable: boolean) => ({
  name,
  quantity: '100',
  unit: 'kWh',
  rate,
  discountable,
})

/** Everything an invoice can be made of, so that every step of the engine is there. */
const input = (given: Pick<InvoiceInput, 'billing' | 'split_collection'>): InvoiceInput => ({
  ...given,
  period: { from: '2026-04-01', to: '2026-04-30' },
  discount_percent: '10',
  gst_percent: '15',
  service_fee_percent: '5',
  use: null,
  lines: [line('Energy', '0.25', true), line('Special read', '0.31', false)],
  bills: [
    {
      supplier_statement_number: 'S-1',
      lines: [line('Bought energy', '0.1717', true), line('Their read', '0.1919', false)],
      ppd_percent: '3',
      opening_balance: '7.77',
    },
  ],
  own_charges: [line('Our visit', '0.4', false)],
  late_fees: [{ name: 'Late fee', amount: '10.00' }],
  reliance_opening_balance: '39.36',
  supplier_rest: '5.55',
  supplier_difference: '7.77',
  invoice_date: '2026-05-05',
  due: { due_date_type: 'offset', due_date_value_offset: 20, due_date_value_fixed: 20 },
  due_date: null,
  discounted_date: null,
  supplier_due_date: null,
})

function told(given: Pick<InvoiceInput, 'billing' | 'split_collection'>) {
  const { trace } = computeInvoice(input(given))
  const asComputed = {
    billing: given.billing,
    reliance_opening_balance: null,
    opening_balance: null,
    discounted_total: null,
    undiscounted_total: null,
    page_items: null,
  }
  const steps = explainToCustomer(trace, asComputed)
  return { steps, keys: steps.map(({ key }) => key), all: trace.map(({ key }) => key) }
}

test('at our own rates all is explained but what the supplier asks of us', () => {
  const { steps, keys, all } = told({ billing: 'standard', split_collection: 'direct' })
  expect(all.filter((key) => !keys.includes(key))).toEqual([
    'supplier_opening_balance',
    'supplier_discounted_charges',
    'supplier_charges',
    'supplier_other',
    'supplier_discounted_total_this_period',
    'supplier_discounted_total',
    'supplier_undiscounted_total',
  ])
  expect(steps.find(({ key }) => key === 'line.1')?.words).toBe('100 kWh × 0.25 = 25')
  expect(JSON.stringify(steps)).not.toMatch(/upplier|Bought|7\.77/)
})

test.each(['direct', 'through_us'] as const)(
  'a supplier’s bill that is passed on (%s) is explained with everything else',
  (split_collection) => {
    const { keys, all } = told({ billing: 'split', split_collection })
    expect(keys).toEqual(all)
  },
)
