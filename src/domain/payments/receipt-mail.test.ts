import { expect, test } from 'vitest'
import { standardMail } from '#domain/messaging/template/standard-mail.ts'
import { type Receipt, receiptValues } from './receipt-mail.ts'

const receiptMail = (given: Receipt) => standardMail('receipt', receiptValues(given))

const paid = {
  broker: 'Harbour Energy',
  gst_number: '49-091-850',
  customer: 'Rāpaki Marae',
  amount: '150.00',
  payment_date: '2026-11-12',
  reference: 'INV-1001',
  credit: '0.00',
  refunded: '0.00',
}

test('a receipt says what was paid, what it was put on and what is still to pay', () => {
  const items = [
    { name: 'Invoice INV-1000', amount: '46.50', balance: '0.00' },
    { name: 'Invoice INV-1001', amount: '103.50', balance: '11.50' },
  ]
  const mail = receiptMail({ ...paid, items, balance_total: '11.50' })
  expect(mail.subject).toBe('Receipt for $150.00 from Harbour Energy')
  expect(mail.text).toBe(`Kia ora Rāpaki Marae

Thank you. We received $150.00 on 12 Nov 2026, reference INV-1001.

What it was used for:
Invoice INV-1000: $46.50, nothing left to pay
Invoice INV-1001: $103.50, $11.50 still to pay

Still to pay on your account: $11.50.

Ngā mihi
Harbour Energy
GST number 49-091-850
`)
})

test('money that paid nothing yet is credit, and so is an account that is above zero', () => {
  const { text } = receiptMail({ ...paid, items: [], credit: '150.00', balance_total: '-150.00' })
  expect(text).toContain('Kept as credit for your next invoice: $150.00')
  expect(text).toContain('Nothing is left to pay on your account; it is $150.00 in credit.')
})

test('what went back is told as well', () => {
  const back = { ...paid, items: [], refunded: '150.00', balance_total: '0.00' }
  expect(receiptMail(back).text).toContain(
    'Paid back to you: $150.00\n\nNothing is left to pay on your account.',
  )
})
