import fc from 'fast-check'
import { expect, test } from 'vitest'
import { medianOf } from './median.ts'

const counted = (values: readonly number[]) => {
  const counts = new Map<string, number>()
  for (const value of values) counts.set(String(value), (counts.get(String(value)) ?? 0) + 1)
  return counts
}

test('the median stands in the middle, between two where there are as many on each side', () => {
  expect(medianOf(counted([3, 20, 5]))).toBe('5.0')
  expect(medianOf(counted([3, 20, 5, 6]))).toBe('5.5')
  expect(medianOf(counted([-2, 100]))).toBe('49.0')
  expect(medianOf(new Map())).toBe(null)
})

test('it is that of all numbers written out in a row', () => {
  const days = fc.array(fc.integer({ min: -5, max: 120 }), { minLength: 1 })
  fc.assert(
    fc.property(days, (values) => {
      const row = values.toSorted((a, b) => a - b)
      const low = row[Math.ceil(row.length / 2) - 1] ?? 0
      const high = row[Math.floor(row.length / 2)] ?? 0
      expect(medianOf(counted(values))).toBe(((low + high) / 2).toFixed(1))
    }),
  )
})
