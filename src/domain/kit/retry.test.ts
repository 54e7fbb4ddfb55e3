import { describe, expect, test } from 'vitest'
import { type Attempt, retryDelayMs } from './retry.ts'

const lost: Attempt = { method: 'GET', status: null, sent: 1, hasKey: false }

describe('retrying a call', () => {
  test('a lost call is sent again after one, two and four seconds, then no more', () => {
    const delays = [1, 2, 3, 4].map((sent) => retryDelayMs({ ...lost, sent }))
    expect(delays).toEqual([1000, 2000, 4000, null])
  })

  test.each([502, 503, 504])('an answer %i is tried again', (status) => {
    expect(retryDelayMs({ ...lost, status })).toBe(1000)
  })

  test.each([
    200, 201, 202, 260, 261, 262, 400, 401, 403, 404, 409, 413, 415, 461, 462, 463, 464, 465, 466,
    467, 468, 469, 470, 471, 472, 473, 474, 475, 476, 477, 500, 501,
  ])('an answer %i is an answer', (status) => {
    expect(retryDelayMs({ ...lost, status, hasKey: true })).toBeNull()
  })

  test('a creating call is sent again only with an idempotency key', () => {
    expect(retryDelayMs({ ...lost, method: 'PUT' })).toBeNull()
    expect(retryDelayMs({ ...lost, method: 'POST' })).toBeNull()
    expect(retryDelayMs({ ...lost, method: 'PUT', hasKey: true })).toBe(1000)
    expect(retryDelayMs({ ...lost, method: 'POST', hasKey: true })).toBe(1000)
  })

  test('a removal is sent again: removing twice is removing', () => {
    expect(retryDelayMs({ ...lost, method: 'DELETE' })).toBe(1000)
  })

  test('a rate limit is waited out as long as the server asks', () => {
    expect(retryDelayMs({ ...lost, status: 429, retryAfterSeconds: 7 })).toBe(7000)
    expect(retryDelayMs({ ...lost, status: 503, retryAfterSeconds: 0 })).toBe(1000)
  })

  test('a wait of more than a minute is left to the user', () => {
    expect(retryDelayMs({ ...lost, status: 429, retryAfterSeconds: 120 })).toBeNull()
  })

  test('sign-in never waits out a rate limit', () => {
    const signIn = { ...lost, method: 'POST', hasKey: true, status: 429, isSignIn: true }
    expect(retryDelayMs(signIn)).toBeNull()
    expect(retryDelayMs({ ...signIn, status: 503 })).toBe(1000)
  })
})
