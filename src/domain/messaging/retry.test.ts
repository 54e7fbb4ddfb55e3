import { expect, test } from 'vitest'
import { isLastTry, nextTry } from './retry.ts'

/** The minutes at which it is tried, until it is given up. */
function triesOf(type: 'email' | 'sms'): number[] {
  const begin = new Date('2026-11-02T20:00:00Z')
  const minutes: number[] = []
  let now = begin
  for (let attempts = 1; attempts < 50; attempts += 1) {
    minutes.push((now.getTime() - begin.getTime()) / 60_000)
    const tried = { type, attempts, since: attempts === 1 ? null : begin }
    if (isLastTry(tried, now)) return minutes
    now = nextTry(tried, now)
  }
  return minutes
}

test('a mail is tried after 1, 5, 15, 60 and then every 240 minutes, for a day', () => {
  expect(triesOf('email')).toEqual([0, 1, 6, 21, 81, 321, 561, 801, 1041, 1281, 1440])
})

test('a text message is tried in the same way, for six hours', () => {
  expect(triesOf('sms')).toEqual([0, 1, 6, 21, 81, 321, 360])
})
