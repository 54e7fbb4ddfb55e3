import { expect, test } from 'vitest'
import { comparedUse, perDay } from './compared-use.ts'

const segment = (period_start: string, period_end: string, days: number, quantity: string) => ({
  ...{ reading_id: period_end, reading_latest_type: 'actual', losses: '0.000000' },
  ...{ period_start, period_end, days, quantity, energy: quantity },
})

const april = { from: '2026-04-01', to: '2026-04-30' }

test('a period stands beside as many days before it and the same days a year ago', () => {
  const read = [
    segment('2025-03-01', '2025-03-31', 31, '930.000000'),
    segment('2025-04-01', '2025-04-30', 30, '660.000000'),
    segment('2026-03-01', '2026-03-31', 31, '310.000000'),
    segment('2026-04-01', '2026-04-30', 30, '600.000000'),
  ]
  const seen = comparedUse(read, april).map(({ when, from, to, days, energy }) => [
    ...[when, from, to, days],
    Number(energy),
  ])
  // Thirty of the thirty-one days of March, at ten a day.
  expect(seen).toEqual([
    ['now', '2026-04-01', '2026-04-30', 30, 600],
    ['before', '2026-03-02', '2026-03-31', 30, 300],
    ['last_year', '2025-04-01', '2025-04-30', 30, 660],
  ])
})

test('days that nobody read are compared with nothing', () => {
  const read = [
    segment('2026-03-10', '2026-03-31', 22, '220.000000'),
    segment('2026-04-01', '2026-04-30', 30, '600.000000'),
  ]
  expect(comparedUse(read, april).map(({ when }) => when)).toEqual(['now'])
  expect(comparedUse([], april)).toEqual([])
})

test('what a day took has one decimal place', () => {
  expect(perDay('600.000000', 30)).toBe('20.0')
  expect(perDay('100', 30)).toBe('3.3')
})
