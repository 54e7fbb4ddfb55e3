import { expect, test } from 'vitest'
import { standardMail } from '#domain/messaging/template/standard-mail.ts'
import { remittanceValues } from './remittance-mail.ts'

test('a supplier is told every bill and adjustment of a batch, and that they add up to the transfer', () => {
  const values = remittanceValues({
    broker: 'Harbour Energy Brokers',
    supplier: 'Retailer',
    batch: 'SB-20261120-7',
    payment_date: '2026-11-20',
    payments: [
      { number: 'S-1', is_adjustment: false, account: '40-771', amount: '587.78' },
      { number: null, is_adjustment: false, account: null, amount: '1234.56' },
      { number: 'ADJ-1004', is_adjustment: true, account: '40-771', amount: '100.00' },
    ],
  })
  const { subject, text } = standardMail('remittance', values)
  expect(subject).toBe('Remittance advice SB-20261120-7 from Harbour Energy Brokers: $1,922.34')
  expect(text).toContain('Statement S-1, account 40-771: $587.78\n')
  expect(text).toContain('Statement without a number: $1,234.56\n')
  expect(text).toContain('Adjustment ADJ-1004, account 40-771: $100.00\n')
  expect(text).toContain('Total: $1,922.34')
})
