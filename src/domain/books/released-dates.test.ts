import { expect, test } from 'vitest'
import { releasedDates } from './released-dates.ts'

// Mondays of May 2026: 4, 11, 18 and 25.
const dates = { due_date: '2026-05-13', discounted_date: '2026-05-11' }

test('the days that were left are given back, up to a working day', () => {
  const held = { ...dates, held_date: '2026-05-07' }
  expect(releasedDates(held, '2026-05-26')).toEqual({
    discounted_date: '2026-06-02',
    due_date: '2026-06-02',
  })
})

test('one that was late when it was held stays late', () => {
  const held = { ...dates, held_date: '2026-05-20' }
  expect(releasedDates(held, '2026-05-26', 2)).toEqual(dates)
})

test('one held in the days of grace gets these again', () => {
  const held = { ...dates, held_date: '2026-05-14' }
  expect(releasedDates(held, '2026-05-26', 5)).toEqual({
    discounted_date: '2026-05-26',
    due_date: '2026-05-26',
  })
})
