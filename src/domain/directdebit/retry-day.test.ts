import { expect, test } from 'vitest'
import { retryDay } from './retry-day.ts'

const WEDNESDAY = '2026-05-20'
const failed = { day: WEDNESDAY, is_honoured: false }
const facts = {
  first_charge_date: WEDNESDAY,
  told_date: '2026-05-22',
  today: '2026-05-22',
  next_possible: null as string | null,
  past: [failed],
}
const honoured = (...days: string[]) => days.map((day) => ({ day, is_honoured: true }))

test('told on Friday, it is tried again on Tuesday rather than on the weekday that just failed', () => {
  const best = retryDay(facts)
  expect(best).toMatchObject({ charge_date: '2026-05-26', score: 3 })
  expect(best?.reasons).toEqual(['A Tuesday counts 3.'])
})

test('three Wednesdays that were honoured outweigh the one that was not', () => {
  const past = [failed, ...honoured('2026-05-13', '2026-05-06', '2026-04-29')]
  expect(retryDay({ ...facts, past })).toMatchObject({ charge_date: '2026-05-27', score: 9 })
})

test('of the honoured ones the last six count', () => {
  const mondays = honoured('2026-05-18', '2026-05-11', '2026-05-04')
  const more = honoured('2026-04-20', '2026-04-13', '2026-03-30')
  const wednesdays = honoured('2026-03-11', '2026-03-04', '2026-02-25')
  const past = [failed, ...mondays, ...more, ...wednesdays]
  expect(retryDay({ ...facts, past })).toMatchObject({ charge_date: '2026-05-26', score: 3 })
})

test('a failure is remembered for 180 days', () => {
  const tuesday = (day: string) => ({ day, is_honoured: false })
  const recent = { ...facts, past: [failed, tuesday('2025-11-25')] }
  expect(retryDay(recent)).toMatchObject({ charge_date: '2026-05-27', score: 0 })
  const old = { ...facts, past: [failed, tuesday('2025-11-18')] }
  expect(retryDay(old)).toMatchObject({ charge_date: '2026-05-26', score: 3 })
})

test('the day is at least two working days after we were told', () => {
  const early = { ...facts, told_date: WEDNESDAY, today: WEDNESDAY }
  // Friday 22 (2), Monday 25 (1), Tuesday 26 (3), Wednesday 27 (0).
  expect(retryDay(early)?.charge_date).toBe('2026-05-26')
  const late = { ...facts, told_date: '2026-05-25', today: '2026-05-25' }
  expect(retryDay(late)?.charge_date).toBe('2026-05-27')
})

test('it is not before the provider takes one', () => {
  expect(retryDay({ ...facts, next_possible: '2026-05-27' })?.charge_date).toBe('2026-05-27')
})

test('after the fifth working day a person is asked', () => {
  expect(retryDay({ ...facts, told_date: '2026-05-26' })).toBeNull()
  expect(retryDay({ ...facts, next_possible: '2026-05-28' })).toBeNull()
})

test('of two days that score the same the earlier is taken', () => {
  // Tuesday 3 − 4 = −1, Wednesday 4 − 4 − 4 + 3 = −1.
  const past = [
    failed,
    { day: '2026-05-12', is_honoured: false },
    { day: '2026-04-29', is_honoured: false },
    ...honoured('2026-04-22'),
  ]
  expect(retryDay({ ...facts, past })).toMatchObject({ charge_date: '2026-05-26', score: -1 })
})

test('holidays are no candidates: five working days reach over Easter', () => {
  const easter = { first_charge_date: '2026-03-31', told_date: '2026-04-02', today: '2026-04-02' }
  const past = [{ day: '2026-03-31', is_honoured: false }]
  // Good Friday and Easter Monday are none: Wednesday 8 April (4) is left, and the fifth, Thursday.
  const best = retryDay({ ...easter, next_possible: null, past })
  expect(best).toMatchObject({ charge_date: '2026-04-09', score: 5 })
})
