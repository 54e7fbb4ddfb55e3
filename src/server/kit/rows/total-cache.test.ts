import { expect, test } from 'vitest'
import { makeTotalCache } from './total-cache.ts'

test('whoever asks while a total is counted waits for that count', async () => {
  const { cache, counts, count } = counting()
  const both = Promise.all([cache.total('org', 'all', count), cache.total('org', 'all', count)])
  counts[0]?.resolve(7)
  expect(await both).toEqual([7, 7])
  expect(await cache.total('org', 'all', count)).toBe(7)
  expect(counts).toHaveLength(1)
})

test('a write makes the next one count again, even while an older count runs', async () => {
  const { cache, counts, count } = counting()
  const before = cache.total('org', 'all', count)
  cache.drop('org')
  const after = cache.total('org', 'all', count)
  counts[1]?.resolve(8)
  counts[0]?.resolve(7)
  expect([await before, await after]).toEqual([7, 8])
  expect(await cache.total('org', 'all', count)).toBe(8)
})

test('each filter and each organisation has its own total', async () => {
  const { cache, counts, count } = counting()
  const asked = [
    cache.total('org', 'all', count),
    cache.total('org', 'active', count),
    cache.total('other', 'all', count),
  ]
  for (const [place, { resolve }] of counts.entries()) resolve(place)
  expect(await Promise.all(asked)).toEqual([0, 1, 2])
})

test('a count that failed is told and not kept', async () => {
  const { cache, counts, count } = counting()
  const failed = cache.total('org', 'all', count)
  counts[0]?.reject(new Error('The database is away.'))
  await expect(failed).rejects.toThrow('away')
  const again = cache.total('org', 'all', count)
  counts[1]?.resolve(9)
  expect(await again).toBe(9)
})

function counting() {
  const counts: PromiseWithResolvers<number>[] = []
  const count = () => {
    const one = Promise.withResolvers<number>()
    counts.push(one)
    return one.promise
  }
  return { cache: makeTotalCache(), counts, count }
}
