import { expect, test } from 'vitest'
import { makeTotalCache } from './total-cache.ts'

test('whoever asks while a total is counted waits for that count', async () => {
  const { cache, counts, count } = counting()
  const both = Promise.all([cache.total('all', '1', count), cache.total('all', '1', count)])
  counts[0]?.resolve(7)
  expect(await both).toEqual([7, 7])
  expect(await cache.total('all', '1', count)).toBe(7)
  expect(counts).toHaveLength(1)
})

test('a change makes the next one count again, even while an older count runs', async () => {
  const { cache, counts, count } = counting()
  const before = cache.total('all', '1', count)
  const after = cache.total('all', '2', count)
  counts[1]?.resolve(8)
  counts[0]?.resolve(7)
  expect([await before, await after]).toEqual([7, 8])
  expect(await cache.total('all', '2', count)).toBe(8)
})

test('each filter has its own total', async () => {
  const { cache, counts, count } = counting()
  const asked = [cache.total('all', '1', count), cache.total('active', '1', count)]
  for (const [place, { resolve }] of counts.entries()) resolve(place)
  expect(await Promise.all(asked)).toEqual([0, 1])
})

test('a count that failed is told and not kept', async () => {
  const { cache, counts, count } = counting()
  const failed = cache.total('all', '1', count)
  counts[0]?.reject(new Error('The database is away.'))
  await expect(failed).rejects.toThrow('away')
  const again = cache.total('all', '1', count)
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
