import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { grant, type Priority, tokensAt } from './bucket.ts'

const per_minute = 600

describe('a bucket of 600 a minute', () => {
  test('is full at first, fills by ten a second and never overflows', () => {
    expect(tokensAt(null, 0, per_minute)).toBe(600)
    const empty = { tokens: 0, filled_at: 1000 }
    expect(tokensAt(empty, 1000, per_minute)).toBe(0)
    expect(tokensAt(empty, 3000, per_minute)).toBe(20)
    expect(tokensAt(empty, 10_000_000, per_minute)).toBe(600)
  })

  test('a clock that goes back takes nothing out', () => {
    expect(tokensAt({ tokens: 5, filled_at: 5000 }, 1000, per_minute)).toBe(5)
  })

  test('many at once leave nine parts of ten to others, and are told when to come again', () => {
    expect(grant('bulk', { tokens: 600, wanted: 100, per_minute })).toMatchObject({ granted: 60 })
    const none = grant('bulk', { tokens: 540, wanted: 100, per_minute })
    expect(none).toEqual({ granted: 0, left: 540, wait_ms: 100 })
  })

  test('the program gets the next that comes, and a person never waits', () => {
    const empty = { tokens: 0, wanted: 1, per_minute }
    expect(grant('automatic', empty)).toEqual({ granted: 1, left: -1, wait_ms: 100 })
    expect(grant('automatic', { ...empty, tokens: -9 }).wait_ms).toBe(1000)
    expect(grant('hand', { ...empty, tokens: -500 })).toMatchObject({ granted: 1, wait_ms: 0 })
  })
})

test('a very small bucket still lets one of many through', () => {
  const found = grant('bulk', { tokens: 1, wanted: 5, per_minute: 1 })
  expect(found.granted).toBe(1)
})

test('whoever asks and however often, in no minute more is granted to many than flows in', () => {
  const asked = fc.record({
    who: fc.constantFrom<Priority>('hand', 'automatic', 'bulk'),
    wanted: fc.integer({ min: 1, max: 50 }),
    after: fc.integer({ min: 0, max: 2000 }),
  })
  fc.assert(
    fc.property(fc.array(asked, { maxLength: 200 }), (requests) => {
      let bucket = { tokens: per_minute, filled_at: 0 }
      let now = 0
      let toMany = 0
      for (const { who, wanted, after } of requests) {
        now += after
        const tokens = tokensAt(bucket, now, per_minute)
        const { granted, left } = grant(who, { tokens, wanted, per_minute })
        bucket = { tokens: left, filled_at: now }
        if (who === 'bulk') toMany += granted
        expect(left).toBeCloseTo(tokens - granted)
      }
      const flowedIn = (now * per_minute) / 60_000
      expect(toMany).toBeLessThanOrEqual(per_minute / 10 + flowedIn)
    }),
  )
})
