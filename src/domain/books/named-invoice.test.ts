import { expect, test } from 'vitest'
import { invoiceNamedIn } from './named-invoice.ts'

const named = (text: string, ...numbers: (string | null)[]) =>
  invoiceNamedIn(
    text,
    numbers.map((invoice_number, id) => ({ id, invoice_number })),
  )?.invoice_number

test.each([
  ['INV-104', 'INV-104'],
  ['inv104', 'INV-104'],
  ['Payment inv 104 July', 'INV-104'],
  ['PAYMENTINV104JULY', 'INV-104'],
  ['Invoice 104 for July', 'INV-104'],
  ['July #104, thanks', 'INV-104'],
  ['#104#', '104'],
  ['flat 2 104', '104'],
  ['20260007', '2026-0007'],
  ['Ngā mihi, INV–104', 'INV-104'],
  ['1388', 'INV-1388'],
  [' #1388. ', 'INV-1388'],
  ['Invoice no. 1388', 'INV-1388'],
  ['42', 'INV-0042'],
])('“%s” names %s', (text, number) => {
  expect(named(text, number)).toBe(number)
})

test.each([
  ['INV1041', 'INV-104'],
  ['INV-1040', 'INV-104'],
  ['Invoice 1041 for July', 'INV-104'],
  ['July #1041', 'INV-104'],
  ['INV 10, 4 July', 'INV-104'],
  ['1104', '104'],
  ['INV-13879', 'INV-1387'],
  ['13879', 'INV-1387'],
  ['Rent July 2026', 'INV-2026'],
  ['12 1388', 'INV-1388'],
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

// Shows: V1.2.9
test('what stands in a number is never taken for a pattern', () => {
  expect(named('INV104', 'INV.*')).toBe('INV.*')
  expect(named('anything', '.*', '(', '[')).toBeUndefined()
})

test('figures that two numbers share name neither of them', () => {
  expect(named('1388', 'INV-1388', 'CR-1388')).toBeUndefined()
  expect(named('CR 1388', 'INV-1388', 'CR-1388')).toBe('CR-1388')
})

test('the number of a redone invoice leads to the one that took its place', () => {
  const invoices = [{ id: 3, invoice_number: 'INV-1390' }]
  const redone = [
    { id: 1, invoice_number: 'INV-1388', superseded_by_id: 2 },
    { id: 2, invoice_number: 'INV-1389', superseded_by_id: 3 },
    { id: 4, invoice_number: 'INV-1400', superseded_by_id: 9 },
  ]
  const leadsTo = (text: string) => invoiceNamedIn(text, invoices, redone)?.id
  expect(leadsTo('INV-1388')).toBe(3)
  expect(leadsTo('1389')).toBe(3)
  expect(leadsTo('INV-1390')).toBe(3)
  expect(leadsTo('INV-1400')).toBeUndefined()
})
