import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addDays, daysIn, monthEnd, nextMonthStart } from '#domain/kit/day-number.ts'
import { wholeCents } from '#domain/kit/money.ts'
import { instalmentOffer, instalmentsFor } from './instalments.ts'
import { type CountedStretch, trueUpOf } from './true-up.ts'

/** Whole months one after the other, each with so much a day. */
function months(first: string, perDay: readonly number[], estimated = 0): CountedStretch[] {
  let day = first
  return perDay.map((amount, place) => {
    const period_start = day
    const period_end = monthEnd(day)
    day = nextMonthStart(day)
    return {
      period_start,
      period_end,
      quantity: (daysIn(period_start, period_end) * amount).toFixed(6),
      is_estimate: place >= perDay.length - estimated,
    }
  })
}

const steady = (count: number, amount: number) => Array.from({ length: count }, () => amount)

test('the catch-up of a winter, worked out by hand', () => {
  // 2025: 10 kWh a day, but 20 from June to August. February to April 2026: 12 a day instead of 10.
  const year = [10, 10, 10, 10, 10, 20, 20, 20, 10, 10, 10, 10]
  const read = months('2025-01-01', [...year, 10, 12, 12, 12, 12])
  const guessed = months('2026-06-01', [9, 9, 9], 3)
  const told = trueUpOf([...read, ...guessed])
  // The last 90 read days are those from 3 March to 31 May at 12, against 10 a year before: × 1.2.
  // Expected: 92 days × 20 × 1.2 = 2,208; the estimates say 92 × 9 = 828.
  expect(told).toEqual({
    from: '2026-06-01',
    to: '2026-08-31',
    days: 92,
    billed: '828.000000',
    forecast: { expected: '2208.000000', difference: '1380.000000', band: null },
    reason: null,
  })
})

test('the band is the median of how far estimates of the register were off before', () => {
  // Between two readings 60 days at 10 a day were used; the guess for the first 30 was 6 a day.
  const guess = (from: string, guessed: number): CountedStretch[] => [
    {
      period_start: from,
      period_end: addDays(from, 29),
      quantity: guessed.toFixed(6),
      is_estimate: true,
    },
    {
      period_start: addDays(from, 30),
      period_end: addDays(from, 59),
      quantity: (600 - guessed).toFixed(6),
      is_estimate: false,
    },
  ]
  const read = Array.from({ length: 8 }, (_, turn) =>
    guess(addDays('2025-01-01', turn * 60), [180, 240, 270, 330][turn % 4] ?? 0),
  ).flat()
  const from = addDays('2025-01-01', 480)
  const open = {
    period_start: from,
    period_end: addDays(from, 69),
    quantity: '500',
    is_estimate: true,
  }
  // Off by 40, 20, 10 and 10 percent, twice each: the median is 15 percent of 700.
  expect(trueUpOf([...read, open])?.forecast).toEqual({
    expected: '700.000000',
    difference: '200.000000',
    band: '105.000000',
  })
})

test('a register that is read, or was estimated for 60 days, is left alone', () => {
  expect(trueUpOf([])).toBe(null)
  expect(trueUpOf(months('2025-01-01', steady(14, 10)))).toBe(null)
  const read = months('2025-01-01', steady(13, 10))
  const open = (days: number): CountedStretch => ({
    period_start: '2026-02-01',
    period_end: addDays('2026-02-01', days - 1),
    quantity: '1',
    is_estimate: true,
  })
  expect(trueUpOf([...read, open(60)])).toBe(null)
  expect(trueUpOf([...read, open(61)])?.days).toBe(61)
})

test('under twelve months of readings there is no forecast, and the row says so', () => {
  const eleven = [...months('2025-03-01', steady(11, 10)), ...months('2026-02-01', [9, 9, 9], 3)]
  expect(trueUpOf(eleven)).toMatchObject({ forecast: null, reason: expect.stringMatching(/12/) })
  const twelve = [...months('2025-02-01', steady(12, 10)), ...months('2026-02-01', [9, 9, 9], 3)]
  expect(trueUpOf(twelve)?.forecast?.expected).toBe('890.000000')
  const never = trueUpOf(months('2026-01-01', [9, 9, 9], 3))
  expect(never).toMatchObject({ forecast: null, days: 90, billed: '810.000000' })
})

test('a month that was not read a year ago either has no forecast', () => {
  const long = [...months('2025-01-01', steady(12, 10)), ...months('2026-01-01', steady(13, 9), 13)]
  expect(trueUpOf(long)?.reason).toMatch(/a year ago/)
})

test('29 February is a day like any other', () => {
  const read = months('2027-01-01', steady(13, 10))
  const told = trueUpOf([...read, ...months('2028-02-01', [8, 8, 8], 3)])
  expect(told).toMatchObject({ days: 29 + 31 + 30, billed: '720.000000' })
  expect(told?.forecast?.expected).toBe('900.000000')
})

const past = fc.array(fc.integer({ min: 1, max: 400 }), { minLength: 24, maxLength: 30 })

test('what is expected lies between the least and the most that was used, as far as use moved', () => {
  fc.assert(
    fc.property(past, fc.integer({ min: 0, max: 400 }), (perDay, guess) => {
      const read = months('2023-01-01', perDay)
      const next = addDays(read.at(-1)?.period_end ?? '', 1)
      const told = trueUpOf([...read, ...months(next, [guess, guess, guess], 3)])
      const [least, most] = [Math.min(...perDay), Math.max(...perDay)]
      const days = told?.days ?? 0
      const expected = Number(told?.forecast?.expected)
      expect(expected).toBeGreaterThan((days * least * least) / most - 0.01)
      expect(expected).toBeLessThan((days * most * most) / least + 0.01)
      const { difference } = told?.forecast ?? { difference: '' }
      expect(Number(difference) + Number(told?.billed)).toBeCloseTo(expected, 4)
    }),
  )
})

test('steady use goes on as it was, whatever the estimates say', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 900 }),
      fc.integer({ min: 0, max: 900 }),
      (use, guess) => {
        const read = months('2024-01-01', steady(20, use))
        const told = trueUpOf([...read, ...months('2025-09-01', [guess, guess, guess], 3)])
        expect(told?.forecast?.expected).toBe((91 * use).toFixed(6))
      },
    ),
  )
})

test('instalments take as many months as the estimates did, from 2 to 12', () => {
  expect([61, 92, 200, 900].map(instalmentsFor)).toEqual([3, 4, 7, 12])
  const { text, subject } = instalmentOffer({
    customer: 'Mere {{Ngata}}',
    meter_number: '213110086',
    from: '2026-06-01',
    days: 92,
    amount: wholeCents(48_000),
  })
  expect(text).toContain('about $480.00, GST included')
  expect(text).toContain('4 monthly instalments of about $120.00')
  expect(`${subject}${text}`).not.toMatch(/[{}]/)
})
