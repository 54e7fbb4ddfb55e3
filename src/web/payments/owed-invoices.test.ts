import { expect, test } from 'vitest'
import type { Invoice } from '#domain/invoices/invoice.ts'
import { namedBy } from './owed-invoices.ts'

// Only the number matters here.
const owed = [{ invoice_number: 'INV-00012' }, { invoice_number: 'INV-00013' }] as Invoice[]

test('a reference names its invoice however the bank wrote it', () => {
  expect(namedBy('inv 00013 thanks', owed)?.invoice_number).toBe('INV-00013')
  expect(namedBy('INV00012', owed)?.invoice_number).toBe('INV-00012')
})

test('a reference without a number names none', () => {
  expect(namedBy('POWER', owed)).toBeUndefined()
})
