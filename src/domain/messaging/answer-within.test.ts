import { expect, test } from 'vitest'
import { isLate, workingHours } from './answer-within.ts'

const at = (text: string) => Temporal.Instant.from(`${text}[Pacific/Auckland]`)

test.each([
  ['2026-11-17T09:00+13:00', '2026-11-17T11:00+13:00', 2],
  // Over night nobody is there.
  ['2026-11-17T16:00+13:00', '2026-11-18T09:30+13:00', 2],
  // From Friday afternoon to Monday morning.
  ['2026-11-13T16:00+13:00', '2026-11-16T09:30+13:00', 2],
  // Christmas and Boxing Day are no working days.
  ['2026-12-24T16:00+13:00', '2026-12-29T09:30+13:00', 2],
])('from %s to %s somebody could have answered for %d hours', (since, now, hours) =>
  expect(workingHours(at(since), at(now))).toBe(hours),
)

test('whoever has waited for a working day stands out', () => {
  const since = '2026-11-16T20:30:00Z'
  expect(isLate(since, at('2026-11-17T15:00+13:00'), 8)).toBe(false)
  expect(isLate(since, at('2026-11-17T15:00+13:00'), 5)).toBe(true)
  expect(isLate(since, at('2026-11-18T09:00+13:00'), 8)).toBe(true)
  expect(isLate(null, at('2026-11-18T09:00+13:00'), 8)).toBe(false)
})
