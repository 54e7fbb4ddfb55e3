import { expect, test } from 'vitest'
import { nextTry } from './delivery-plan.ts'

test('what does not arrive is tried again for about a day and a half, with growing waits', () => {
  const begin = new Date('2026-05-19T00:00:00Z')
  const waits: number[] = []
  let now = begin
  for (let attempts = 1; ; attempts++) {
    const next = nextTry(attempts, now)
    if (!next) break
    waits.push(next.getTime() - now.getTime())
    now = next
  }
  expect(waits).toEqual(waits.toSorted((a, b) => a - b))
  const hours = (now.getTime() - begin.getTime()) / 3_600_000
  expect(hours).toBeGreaterThan(34)
  expect(hours).toBeLessThan(40)
})
