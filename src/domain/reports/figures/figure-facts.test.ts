import fc from 'fast-check'
import { expect, test } from 'vitest'
import { figures } from './all-figures.ts'
import { addressOf, rowsOf } from './figure.ts'
import { figureFacts, monthsTo, monthToDay, spanBefore } from './figure-facts.ts'

const factsAt = (moment: string) =>
  figureFacts({
    now: Temporal.Instant.from(moment),
    contract_expiring_days: 90,
    answer_within: 8,
  })

test('the day is Auckland’s: its evening before is yesterday in Greenwich', () => {
  expect(factsAt('2026-11-30T10:59:59Z').today).toBe('2026-11-30')
  expect(factsAt('2026-11-30T11:00:00Z').today).toBe('2026-12-01')
  expect(factsAt('2026-11-30T11:00:00Z').span).toEqual({ from: '2026-12-01', to: '2026-12-01' })
  // In winter it begins an hour later.
  expect(factsAt('2026-06-30T11:59:59Z').today).toBe('2026-06-30')
  expect(factsAt('2026-06-30T12:00:00Z').today).toBe('2026-07-01')
})

test('this month is compared with the same days of others, as far as they have them', () => {
  expect(spanBefore('2026-11-18', { months: 1 })).toEqual({ from: '2026-10-01', to: '2026-10-18' })
  expect(spanBefore('2026-03-31', { months: 1 })).toEqual({ from: '2026-02-01', to: '2026-02-28' })
  expect(spanBefore('2028-03-31', { months: 1 })).toEqual({ from: '2028-02-01', to: '2028-02-29' })
  expect(spanBefore('2028-02-29', { years: 1 })).toEqual({ from: '2027-02-01', to: '2027-02-28' })
  expect(spanBefore('2028-02-29', { months: 1 })).toEqual({ from: '2028-01-01', to: '2028-01-29' })
  expect(spanBefore('2026-01-05', { months: 1 })).toEqual({ from: '2025-12-01', to: '2025-12-05' })
})

test('a span lies in one month and begins with its first day', () => {
  const days = fc.date({
    min: new Date('2019-01-01'),
    max: new Date('2040-12-31'),
    noInvalidDate: true,
  })
  fc.assert(
    fc.property(days, (date) => {
      const today = date.toISOString().slice(0, 10)
      for (const span of [
        monthToDay(today),
        spanBefore(today, { months: 1 }),
        spanBefore(today, { years: 1 }),
      ]) {
        expect(span.from).toBe(`${span.to.slice(0, 7)}-01`)
        expect(span.to <= today).toBe(true)
      }
    }),
  )
})

test('thirteen months end with this one, and the first is the same a year before', () => {
  const months = monthsTo('2028-02-29', 13)
  expect([months[0], months.at(-1), months.length]).toEqual(['2027-02-01', '2028-02-01', 13])
})

test('who has waited since the office opened this morning is late after the hours of the office', () => {
  // Wednesday noon: three and a half hours since 8:30, the others on Tuesday.
  const facts = factsAt('2026-11-17T23:00:00Z')
  const since = Temporal.Instant.from(facts.lateBefore).toZonedDateTimeISO('Pacific/Auckland')
  expect(since.toPlainDateTime().round('minute').toString()).toBe('2026-11-17T12:30:00')
})

test('each figure has a name of its own and is seen by those who may read its list', () => {
  const names = figures.map(({ name }) => name)
  expect(new Set(names).size).toBe(names.length)
  for (const { from, entity, sum } of figures) {
    expect([from, 'user', 'accounting', 'manager']).toContain(entity.access.read)
    if (sum) expect(entity.fields[sum]?.kind).toBe('money')
  }
})

test('the address of a card and the call of its rows say the same', () => {
  const facts = factsAt('2026-11-18T00:00:00Z')
  for (const figure of figures) {
    const address = new URL(addressOf(figure, facts), 'http://here')
    const { params } = rowsOf(figure, facts)
    expect(address.pathname).toBe(figure.screen.path)
    if (figure.screen.isWhole) continue
    expect(address.searchParams.get('figure') ?? undefined).toBe(
      'figure' in params ? params.figure : undefined,
    )
    if (figure.where) {
      const count = figure.where(facts).length
      const written = address.searchParams.get('where')
      expect(written ? written.split(';').length : 0).toBe(count)
      expect(Object.keys(params).length).toBe(count)
    }
  }
})
