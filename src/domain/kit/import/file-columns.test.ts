import { expect, test } from 'vitest'
import { cellsOf, fileColumns, headingKey, previewFile } from './file-columns.ts'

const columns = fileColumns(
  {
    number: 'statement no, invoice, bill',
    rate: 'price, unit price',
    rate_cents: 'rate c/kWh, cents',
    amount: 'net amount, value',
  },
  (mapping) => (mapping.number === undefined ? 'Say which column holds the number.' : null),
)

test('a column is found by any of its headings, the best of several first', () => {
  expect(columns.guess(['Invoice', 'Value', 'Net Amount'])).toEqual({ number: 0, amount: 2 })
  expect(columns.guess(['“STATEMENT_NO”', 'Price'])).toEqual({ number: 0, rate: 1 })
})

test('what stands in brackets counts where it means something, and else not', () => {
  expect(columns.guess(['Rate (c/kWh)', 'Amount (NZD)'])).toEqual({ rate_cents: 0, amount: 1 })
})

// Shows: T22
test('a heading of a million brackets is no name, and nobody waits for it', () => {
  expect(columns.guess(['('.repeat(2 ** 20), 'Value'])).toEqual({ amount: 1 })
})

test('two headings of one meaning are told', () => {
  expect(columns.ambiguous(['Bill', 'Price', 'Unit price'])).toBe('rate')
  expect(columns.ambiguous(['Bill', 'Price', 'Colour', 'Size'])).toBeNull()
})

test('a mapping from outside names known fields and columns only', () => {
  expect(columns.schema.safeParse({ number: 3 }).success).toBe(true)
  expect(columns.schema.safeParse({ colour: 3 }).success).toBe(false)
  expect(columns.schema.safeParse({ number: -1 }).success).toBe(false)
  expect(columns.missing({ rate: 1 })).toBe('Say which column holds the number.')
})

test('a file is seen before it is stored: its delimiter, its header and its first rows', () => {
  const seen = previewFile(columns, '\uFEFFBill;Value\nA-1; 12,50\nA-2;3\n', 1)
  expect(seen).toMatchObject({ delimiter: ';', header: ['Bill', 'Value'] })
  expect(seen.sample).toEqual([['A-1', '12,50']])
  expect(cellsOf(seen.mapping, ['A-1', ' 12,50 '])).toEqual({ number: 'A-1', amount: '12,50' })
})

test('the same headings are known again, however they are spaced', () => {
  expect(headingKey([' Bill ', 'VALUE'])).toBe(headingKey(['bill', 'value']))
})
