import fc from 'fast-check'
import { expect, test } from 'vitest'
import { comingRates, marginsOn, rateAt, rateSpans, ratesOn } from './rate-in-force.ts'

const rate = (valid_from_date: string, rate_amount = '0.20', rate_name = 'Day energy') => ({
  rate_name,
  rate_amount,
  rate_unit: 'kWh',
  valid_from_date,
})

const first = Temporal.PlainDate.from('2024-01-01')
const anyDay = fc.integer({ min: 0, max: 900 }).map((days) => first.add({ days }).toString())
const anyRates = fc
  .uniqueArray(anyDay, { minLength: 1, maxLength: 12 })
  .map((days) => days.map((day, place) => rate(day, `0.${place + 10}`)))

test('before the first start no rate holds', () => {
  expect(rateAt([rate('2026-04-01')], '2026-03-31')).toBeNull()
})

test('a rate holds from its own start day', () => {
  const rates = [rate('2026-04-01', '0.25'), rate('2025-04-01', '0.20')]
  expect(rateAt(rates, '2026-03-31')?.rate_amount).toBe('0.20')
  expect(rateAt(rates, '2026-04-01')?.rate_amount).toBe('0.25')
})

test('the rate of a day has the latest start not after it, whatever the order', () => {
  fc.assert(
    fc.property(anyRates, anyDay, (rates, day) => {
      const found = rateAt(rates, day)
      const starts = rates.map((one) => one.valid_from_date).filter((start) => start <= day)
      expect(found?.valid_from_date ?? null).toBe(starts.sort().at(-1) ?? null)
    }),
  )
})

test('every day from the first start belongs to exactly one span, the one rateAt answers', () => {
  fc.assert(
    fc.property(anyRates, anyDay, (rates, day) => {
      const holding = rateSpans(rates).filter(
        ({ from, to }) => from <= day && (to === null || day <= to),
      )
      const found = rateAt(rates, day)
      expect(holding.map((span) => span.rate)).toEqual(found ? [found] : [])
    }),
  )
})

test('a rate that starts later never changes an earlier day', () => {
  fc.assert(
    fc.property(anyRates, anyDay, anyDay, (rates, day, start) => {
      fc.pre(start > day && !rates.some((one) => one.valid_from_date === start))
      expect(rateAt([...rates, rate(start, '9')], day)).toEqual(rateAt(rates, day))
    }),
  )
})

test('names are the same whatever their case and macrons', () => {
  const rates = [rate('2025-04-01', '0.20', 'Pō energy'), rate('2026-04-01', '0.25', 'PO ENERGY')]
  expect(ratesOn(rates, '2026-05-01').map((one) => one.rate_amount)).toEqual(['0.25'])
})

test('what changes next comes first', () => {
  const rates = [rate('2027-01-01'), rate('2026-04-01'), rate('2025-01-01')]
  const coming = comingRates(rates, '2025-06-01').map((one) => one.valid_from_date)
  expect(coming).toEqual(['2026-04-01', '2027-01-01'])
})

test('the margin is exact, and missing where the sides cannot be compared', () => {
  const sell = [rate('2026-01-01', '0.30'), rate('2026-01-01', '1.90', 'Daily charge')]
  const buy = [
    rate('2026-01-01', '0.2715'),
    { ...rate('2026-01-01', '55', 'Daily charge'), rate_unit: 'month' },
    rate('2026-01-01', '0.01', 'Metering'),
  ]
  expect(marginsOn(sell, buy, '2026-02-01').map((line) => line.margin)).toEqual([
    '0.0285',
    null,
    null,
  ])
})
