import { expect, test } from 'vitest'
import { invoiceNamedIn } from './named-invoice.ts'

const named = (text: string, ...numbers: (string | null)[]) =>
  invoiceNamedIn(
    text,
    numbers.map((invoice_number) => ({ invoice_number })),
  )?.invoice_number

test.each([
  ['INV-104', 'INV-104'],
  ['inv104', 'INV-104'],
  ['Payment inv 104 July', 'INV-104'],
  ['PAYMENTINV104JULY', 'INV-104'],
  ['#104#', '104'],
  ['flat 2 104', '104'],
  ['20260007', '2026-0007'],
  ['Ngā mihi, INV–104', 'INV-104'],
])('“%s” names %s', (text, number) => {
  expect(named(text, number)).toBe(number)
})

test.each([
  ['INV1041', 'INV-104'],
  ['INV-1040', 'INV-104'],
  ['INV 10, 4 July', 'INV-104'],
  ['1104', '104'],
  ['104', 'INV-104'],
  ['', 'INV-104'],
  ['anything', ''],
  ['anything', '–'],
  ['anything', null],
])('“%s” does not name %s', (text, number) => {
  expect(named(text, number)).toBeUndefined()
})

test('where several are named it is the one whose number says most, then the first', () => {
  expect(named('INV 104/A', '104', 'INV-104-A', 'INV-104')).toBe('INV-104-A')
  expect(named('INV-1041 and INV-1042', 'INV-1042', 'INV-1041')).toBe('INV-1042')
  expect(named('INV1041', 'INV-104', 'INV-1041')).toBe('INV-1041')
})

test('what stands in a number is never taken for a pattern', () => {
  expect(named('INV104', 'INV.*')).toBe('INV.*')
  expect(named('anything', '.*', '(', '[')).toBeUndefined()
})
