import { expect, test } from 'vitest'
import { filterParams, readFilters, writeFilters } from './filters.ts'

const filters = [
  { field: 'customer_status', operator: 'in', values: ['active', 'prospect'] },
  { field: 'city', operator: 'like', values: ['Ōtaki; a|b:c'] },
] as const satisfies Parameters<typeof writeFilters>[0]

test('a copied address holds the same filters', () => {
  expect(readFilters(writeFilters([...filters]))).toEqual(filters)
})

test('an address that was damaged holds no filter at all', () => {
  expect(readFilters('')).toEqual([])
  expect(readFilters('nonsense;name.drop:x')).toEqual([])
  expect(readFilters('name.like:%E0%A4%A')).toEqual([
    { field: 'name', operator: 'like', values: ['%E0%A4%A'] },
  ])
})

test('the API is asked by field and operator', () => {
  expect(filterParams([...filters])).toEqual({
    'customer_status.in': 'active,prospect',
    'city.like': 'Ōtaki; a|b:c',
  })
  expect(filterParams([{ field: 'gst_registered', operator: 'eq', values: ['true'] }])).toEqual({
    gst_registered: 'true',
  })
})
