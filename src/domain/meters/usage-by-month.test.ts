import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addDays, daysIn } from '#domain/kit/day-number.ts'
import { sumQuantities } from './quantity.ts'
import { type Segment, usageBetween } from './segments.ts'
import { usageByMonth } from './usage-by-month.ts'

function segment(from: string, to: string, quantity: string, type = 'actual'): Segment {
  return {
    reading_id: to,
    reading_latest_type: type,
    period_start: from,
    period_end: to,
    days: daysIn(from, to),
    quantity,
    energy: quantity,
    losses: '0.000000',
  }
}

test('a month shows its average, its estimates and the year before', () => {
  const segments = [
    segment('2025-04-01', '2025-04-30', '300.000000'),
    segment('2026-03-16', '2026-04-15', '310.000000'),
    segment('2026-04-16', '2026-04-25', '50.000000', 'estimate'),
  ]
  expect(usageByMonth(segments, '2026-04-01', '2026-05-31')).toEqual([
    {
      month: '2026-04',
      quantity: '200.000000',
      energy: '200.000000',
      days: 25,
      average_per_day: '8.000000',
      estimated_share: '0.2500',
      missing_days: 5,
      last_year_quantity: '300.000000',
      last_year_energy: '300.000000',
    },
    {
      month: '2026-05',
      quantity: '0.000000',
      energy: '0.000000',
      days: 0,
      average_per_day: '0.000000',
      estimated_share: '0.0000',
      missing_days: 31,
      last_year_quantity: null,
      last_year_energy: null,
    },
  ])
})

test('February is compared with the whole February before it', () => {
  const leap = [segment('2028-02-01', '2028-02-29', '290.000000')]
  const [next] = usageByMonth(leap, '2029-02-01', '2029-02-28')
  expect(next?.last_year_quantity).toBe('290.000000')
})

test('months add up to the whole', () => {
  const lengths = fc.array(fc.integer({ min: 1, max: 100 }), { minLength: 1, maxLength: 10 })
  fc.assert(
    fc.property(lengths, fc.integer({ min: 0, max: 9_999_999 }), (days, amount) => {
      let from = '2025-01-20'
      const segments = days.map((length, at) => {
        const start = from
        from = addDays(from, length)
        return segment(start, addDays(from, -1), `${amount % (at + 7)}.${100_000 + at}`)
      })
      const to = addDays(from, 10)
      const months = usageByMonth(segments, '2025-01-05', to)
      const whole = usageBetween(segments, '2025-01-05', to)
      expect(sumQuantities(months.map((month) => month.quantity))).toBe(whole.quantity)
      expect(months.reduce((sum, month) => sum + month.days, 0)).toBe(
        whole.days - whole.missing_days,
      )
    }),
  )
})
