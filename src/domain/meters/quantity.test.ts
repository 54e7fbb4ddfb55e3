import fc from 'fast-check'
import { expect, test } from 'vitest'
import { Exact } from '#domain/kit/decimal.ts'
import { partOfDays, plainQuantity, quantityText, sumQuantities } from './quantity.ts'

const anyQuantity = fc
  .bigInt({ min: 0n, max: 999_999_999_999_999n })
  .map((millionths) => quantityText(new Exact(millionths.toString()).div(1_000_000)))

test('half of thirty days is half of the quantity', () => {
  expect(partOfDays('1846.000000', 30, 0, 14)).toBe('923.000000')
  expect(partOfDays('521.000000', 30, 15, 29)).toBe('260.500000')
})

test('thirds leave nothing over', () => {
  const parts = [0, 1, 2].map((day) => partOfDays('0.000002', 3, day, day))
  expect(parts).toEqual(['0.000001', '0.000000', '0.000001'])
})

test('however a period is cut, its parts add up and each is within a millionth', () => {
  const cuts = fc.uniqueArray(fc.integer({ min: 1, max: 364 }), { maxLength: 12 })
  fc.assert(
    fc.property(anyQuantity, fc.integer({ min: 1, max: 365 }), cuts, (total, days, places) => {
      const inside = places.filter((cut) => cut < days).sort((a, b) => a - b)
      const starts = [0, ...inside]
      const ends = [...inside, days]
      const parts = starts.map((start, at) => partOfDays(total, days, start, (ends[at] ?? 0) - 1))
      expect(sumQuantities(parts)).toBe(total)
      for (const [at, part] of parts.entries()) {
        const share = new Exact(total).times((ends[at] ?? 0) - (starts[at] ?? 0)).div(days)
        expect(share.minus(part).abs().lte('0.000001')).toBe(true)
      }
    }),
  )
})

test('people read quantities with grouped thousands and without idle zeros', () => {
  expect(plainQuantity('1234567.500000')).toBe('1,234,567.5')
  expect(plainQuantity('-12.000000')).toBe('\u221212')
  expect(plainQuantity('0.000400')).toBe('0')
})
