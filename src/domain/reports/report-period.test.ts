import { describe, expect, test } from 'vitest'
import {
  type PeriodRules,
  periodAround,
  periodBefore,
  sameYearBefore,
  spanFault,
  withinMonth,
} from './report-period.ts'

const rules: PeriodRules = { gst_months: 2, gst_end_month: 3, year_start_month: 4 }

describe('the period a day lies in', () => {
  test.each([
    ['month', '2026-02-14', '2026-02-01', '2026-02-28'],
    ['month', '2028-02-29', '2028-02-01', '2028-02-29'],
    ['quarter', '2026-05-01', '2026-04-01', '2026-06-30'],
    ['gst', '2026-04-30', '2026-04-01', '2026-05-31'],
    ['gst', '2026-12-31', '2026-12-01', '2027-01-31'],
    ['gst', '2027-01-01', '2026-12-01', '2027-01-31'],
    ['year', '2026-03-31', '2025-04-01', '2026-03-31'],
    ['year', '2026-04-01', '2026-04-01', '2027-03-31'],
  ] as const)('a %s around %s', (kind, day, from, to) => {
    expect(periodAround(kind, day, rules)).toEqual({ from, to })
  })

  test.each([
    [1, 3, '2026-04-01', '2026-04-30'],
    [2, 2, '2026-03-01', '2026-04-30'],
    [6, 3, '2026-04-01', '2026-09-30'],
    [6, 8, '2026-03-01', '2026-08-31'],
  ])('a GST period of %i months that ends with month %i', (gst_months, gst_end_month, from, to) => {
    const given = { ...rules, gst_months, gst_end_month }
    expect(periodAround('gst', '2026-04-15', given)).toEqual({ from, to })
  })

  test('a financial year may be the calendar’s', () => {
    const given = { ...rules, year_start_month: 1 }
    const whole = { from: '2026-01-01', to: '2026-12-31' }
    expect(periodAround('year', '2026-06-01', given)).toEqual(whole)
  })
})

test('the periods before follow each other without a gap', () => {
  for (const kind of ['month', 'quarter', 'gst', 'year'] as const) {
    let span = periodAround(kind, '2026-11-18', rules)
    for (let back = 0; back < 20; back += 1) {
      const before = periodBefore(kind, span, rules)
      expect(Temporal.PlainDate.from(before.to).add({ days: 1 }).toString()).toBe(span.from)
      span = before
    }
  }
  const week = { from: '2026-03-08', to: '2026-03-14' }
  expect(periodBefore('free', week, rules)).toEqual({ from: '2026-03-01', to: '2026-03-07' })
})

test('a year earlier, February ends when it ends', () => {
  const february = { from: '2029-02-01', to: '2029-02-28' }
  expect(sameYearBefore(february)).toEqual({ from: '2028-02-01', to: '2028-02-29' })
  const leap = { from: '2028-02-29', to: '2028-02-29' }
  expect(sameYearBefore(leap)).toEqual({ from: '2027-02-28', to: '2027-02-28' })
})

test('days nobody can mean are refused by their field', () => {
  expect(spanFault({ from: '2018-12-31', to: '2019-01-31' })?.field).toBe('from')
  expect(spanFault({ from: '2026-02-02', to: '2026-02-01' })?.field).toBe('to')
  expect(spanFault({ from: '2019-01-01', to: '2029-01-01' })?.field).toBe('to')
  expect(spanFault({ from: '2019-01-01', to: '2028-12-31' })).toBeNull()
  expect(spanFault({ from: '2020-02-29', to: '2030-02-28' })).toBeNull()
})

test('of a span, the days of a month that is meant are left', () => {
  const span = { from: '2026-04-15', to: '2026-07-10' }
  expect(withinMonth(span, '2026-04')).toEqual({ from: '2026-04-15', to: '2026-04-30' })
  expect(withinMonth(span, '2026-05')).toEqual({ from: '2026-05-01', to: '2026-05-31' })
  expect(withinMonth(span, '2026-07')).toEqual({ from: '2026-07-01', to: '2026-07-10' })
  for (const none of ['', '2026-13', 'Credit']) expect(withinMonth(span, none)).toEqual(span)
})
