import { expect, test } from 'vitest'
import type { ChainReport } from '#domain/books/chain-calls.ts'
import { booksVerdict } from './books-verdict.ts'

const chain: ChainReport = {
  chain: 'journal',
  checked: 3,
  waiting: 0,
  is_complete: true,
  broken: null,
}
const whole = { violations: [], invoices_wrong: [], is_complete: true, chains: [chain] }
const broken = { what: 'gone' as const, row_id: 7, day: null }

test('books are fine when all of them was looked at and nothing was wrong', () => {
  expect(booksVerdict(whole)).toBe('fine')
  const unreached = [{ ...chain, checked: 0, is_complete: false }]
  expect(booksVerdict({ ...whole, chains: unreached, is_complete: false })).toBe('unfinished')
  expect(booksVerdict({ ...whole, is_complete: false, chains: [{ ...chain, broken }] })).toBe(
    'touched',
  )
  const off = { code: 'B1', title: 'One', customer_id: null, detail: 'off' }
  expect(booksVerdict({ ...whole, violations: [off] })).toBe('wrong')
})
