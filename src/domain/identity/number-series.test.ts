import { expect, test } from 'vitest'
import { fixedReason, prefixShape, seriesProblem } from './number-series.ts'

const held = { name: 'contract_number', prefix: 'K-', next_value: 1040 } as const
const others = [{ name: 'invoice_number', prefix: 'INV-', next_value: 2000 } as const]
const problem = (asked: { prefix?: string; next_value?: number }, highest: number | null = null) =>
  seriesProblem({ ...held, ...asked }, held, { highest }, others)

test('a series goes on from where it stands, or further on', () => {
  expect(problem({})).toBeNull()
  expect(problem({ next_value: 5000 })).toBeNull()
  expect(problem({ next_value: 1039 })?.message).toContain('K-1040 or a later one')
})

test('a new prefix may begin anew, behind the numbers that were typed with it', () => {
  expect(problem({ prefix: 'CON-', next_value: 1 })).toBeNull()
  expect(problem({ prefix: 'CON-', next_value: 7 }, 7)?.message).toContain('CON-8 or a later')
  expect(problem({ prefix: 'k-', next_value: 1 })?.field).toBe('next_value')
})

test('no two series begin alike, whatever the capitals', () => {
  expect(problem({ prefix: 'inv-' })).toEqual({
    field: 'prefix',
    message: '“INV-” begins the numbers of invoices and credit invoices.',
  })
})

test.each(['', '9A', 'A1', 'A/', '-A', 'ABCDEFGHIJK', '=A-', 'Ā-'])('%j is no prefix', (prefix) => {
  expect(prefixShape.test(prefix)).toBe(false)
})

test('numbers without gaps are nobody’s to change once one was given', () => {
  expect(fixedReason('invoice_number', null)).toBeNull()
  expect(fixedReason('invoice_number', 'INV-1001')).toContain('since INV-1001 was given')
  expect(fixedReason('customer_number', 'C-10001')).toBeNull()
})
