import { expect, test } from 'vitest'
import type { CollectLine } from '#domain/directdebit/directdebit-calls.ts'
import { groupLines } from './group-lines.ts'

const line = (invoice_id: number, code: CollectLine['code'], amount: string): CollectLine => ({
  invoice_id,
  invoice_number: `INV-${invoice_id}`,
  customer_id: 1,
  customer_name: 'Aroha',
  amount,
  charge_date: null,
  code,
  reason: code,
  invoicepayment_id: null,
})

test('what can be collected stands first, and each reason with what it keeps back', () => {
  const groups = groupLines([
    line(1, 'M007', '12.50'),
    line(2, null, '100.00'),
    line(3, 'M001', '5.00'),
    line(4, null, '0.10'),
  ])
  expect(groups.map(({ code, total }) => [code, total])).toEqual([
    [null, '100.10'],
    ['M001', '5.00'],
    ['M007', '12.50'],
  ])
})
