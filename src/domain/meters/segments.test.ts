import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addDays, dayNumber, dayText } from '#domain/kit/day-number.ts'
import { sumQuantities } from './quantity.ts'
import { type Segment, usageBetween } from './segments.ts'

function segment(from: string, to: string, quantity: string, type = 'actual'): Segment {
  return {
    reading_id: to,
    reading_latest_type: type,
    period_start: from,
    period_end: to,
    days: dayNumber(to) - dayNumber(from) + 1,
    quantity,
    energy: quantity,
    losses: '0.000000',
  }
}

const april = segment('2026-04-01', '2026-04-30', '1846.000000')
const may = segment('2026-05-01', '2026-05-31', '620.000000', 'estimate')

test('a rate that changes in the middle of a month divides its use by days', () => {
  expect(usageBetween([april], '2026-04-01', '2026-04-15').energy).toBe('923.000000')
  expect(usageBetween([april], '2026-04-16', '2026-04-30').energy).toBe('923.000000')
})

test('it says what is estimated', () => {
  const usage = usageBetween([april, may], '2026-04-16', '2026-05-31')
  expect(usage.quantity).toBe('1543.000000')
  expect(usage.by_type).toEqual({
    actual: { quantity: '923.000000', energy: '923.000000' },
    estimate: { quantity: '620.000000', energy: '620.000000' },
  })
  expect(usage.estimated_share).toBe('0.4018')
})

test('it says which days nobody has read', () => {
  const june = segment('2026-06-10', '2026-06-20', '1.000000')
  const usage = usageBetween([june, april], '2026-03-30', '2026-06-30')
  expect(usage.missing).toEqual([
    { from: '2026-03-30', to: '2026-03-31' },
    { from: '2026-05-01', to: '2026-06-09' },
    { from: '2026-06-21', to: '2026-06-30' },
  ])
  expect(usage.missing_days).toBe(52)
})

test('an estimate of nothing is still an estimate', () => {
  const none = segment('2026-05-01', '2026-05-31', '0.000000', 'estimate')
  expect(usageBetween([none], '2026-05-01', '2026-05-31').estimated_share).toBe('1.0000')
})

test('two registers of one connection are added up', () => {
  const night = segment('2026-04-01', '2026-04-30', '521.000000')
  const usage = usageBetween([april, night], '2026-04-01', '2026-04-30')
  expect(usage).toMatchObject({ quantity: '2367.000000', days: 30, missing_days: 0 })
})

test('any split of a period conserves energy', () => {
  const lengths = fc.array(fc.integer({ min: 1, max: 90 }), { minLength: 1, maxLength: 8 })
  const cuts = fc.uniqueArray(fc.integer({ min: 1, max: 700 }), { maxLength: 10 })
  const amounts = fc.array(fc.bigInt({ min: 0n, max: 10n ** 12n }), { minLength: 8, maxLength: 8 })
  fc.assert(
    fc.property(lengths, amounts, cuts, (days, millionths, places) => {
      let from = '2024-01-15'
      const segments = days.map((length, at) => {
        const digits = String(millionths[at] ?? 0n).padStart(7, '0')
        const to = addDays(from, length - 1)
        const one = segment(from, to, `${digits.slice(0, -6)}.${digits.slice(-6)}`)
        from = addDays(to, 1)
        return one
      })
      const start = dayNumber('2024-01-15')
      const end = dayNumber(from)
      const inside = places.map((place) => start + place).filter((day) => day < end)
      const bounds = [start, ...inside.sort((a, b) => a - b), end]
      const parts = bounds
        .slice(1)
        .map((bound, at) => usageBetween(segments, dayText(bounds[at] ?? 0), dayText(bound - 1)))
      const whole = usageBetween(segments, dayText(start), dayText(end - 1))
      expect(sumQuantities(parts.map((part) => part.energy))).toBe(whole.energy)
      expect(whole.energy).toBe(sumQuantities(segments.map((one) => one.energy)))
    }),
  )
})
