import { describe, expect, test } from 'vitest'
import { scaleOf } from './timeline-scale.ts'

describe('the scale of a timeline', () => {
  const scale = scaleOf(['2026-07-01', '2025-07-01', '2026-01-01'])

  test('begins with the first day and leaves room after the last', () => {
    expect(scale.from).toBe('2025-07-01')
    expect(scale.to > '2026-07-31').toBe(true)
    expect(scale.place('2025-07-01')).toBe(0)
    expect(scale.place('2026-07-01')).toBeLessThan(95)
  })

  test('keeps the order of days and never leaves the width', () => {
    expect(scale.place('2026-01-01')).toBeLessThan(scale.place('2026-02-01'))
    expect(scale.place('2020-01-01')).toBe(0)
    expect(scale.place('2040-01-01')).toBe(100)
  })

  test('names quarters over a year and single years over five', () => {
    expect(scale.ticks.map((tick) => tick.label)).toContain('Oct 2025')
    const long = scaleOf(['2021-03-01', '2026-07-01'])
    expect(long.ticks.map((tick) => tick.day)).toEqual([
      '2022-01-01',
      '2023-01-01',
      '2024-01-01',
      '2025-01-01',
      '2026-01-01',
      '2027-01-01',
    ])
  })
})
