import { expect, test } from 'vitest'
import { byCustomer } from './batches.ts'

const page = (id: number, customer_id: number) => ({ id, customer_id })

test('the invoices of a customer are asked for in one call, wherever they stand in the list', () => {
  const pages = [page(1, 7), page(2, 8), page(3, 9), page(4, 7), page(5, 8)]
  expect(byCustomer(pages, 3)).toEqual([
    [1, 4],
    [2, 5, 3],
  ])
  expect(byCustomer(pages, 4)).toEqual([[1, 4, 2, 5], [3]])
})

test('a customer with more than one call takes has a call of their own, and none is lost', () => {
  const pages = Array.from({ length: 9 }, (_, at) => page(at, at < 6 ? 1 : at))
  const batches = byCustomer(pages, 4)
  expect(batches[0]).toEqual([0, 1, 2, 3, 4, 5])
  expect(batches.flat().toSorted()).toEqual(pages.map(({ id }) => id))
  expect(byCustomer([])).toEqual([])
})
