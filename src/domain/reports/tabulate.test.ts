import { expect, test } from 'vitest'
import { dayNumber } from '#domain/kit/day-number.ts'
import { narrowedParts, narrowedText } from './narrowed.ts'
import { qualityScore } from './quality-report.ts'
import type { ReportFact } from './report.ts'
import { tabulate, toldColumns } from './tabulate.ts'
import { useReport } from './use-report.ts'

const columns = [
  { name: 'records', label: 'Records', kind: 'count' },
  { name: 'since', label: 'Since', kind: 'day' },
  { name: 'used', label: 'Used', kind: 'quantity', isOptional: true },
] as const
const fact = (key: string, since: string | null, used = 0): ReportFact => ({
  keys: { kind: { key, name: key } },
  sums: { records: 1, since: since ? dayNumber(since) : 0, used },
})

test('of days the earliest stands for all, and no day is none', () => {
  const facts = [fact('a', '2026-03-01'), fact('a', '2024-02-29'), fact('a', null), fact('b', null)]
  const { rows, totals } = tabulate({ columns, main: 'records' }, facts, 'kind')
  expect(rows.map(({ values }) => values.since)).toEqual(['2024-02-29', null])
  expect(totals).toEqual({ records: 4, since: '2024-02-29', used: '0.000000' })
})

test('millionths add up exactly, and a column that nobody has any of is left out', () => {
  const main = { columns, main: 'records' }
  const some = tabulate(main, [fact('a', null, 1), fact('b', null, 2_999_999)], 'kind')
  expect(some.totals.used).toBe('3.000000')
  const names = (found: typeof some) => toldColumns(columns, found).map(({ name }) => name)
  expect(names(some)).toEqual(['records', 'since', 'used'])
  expect(names(tabulate(main, [fact('a', null)], 'kind'))).toEqual(['records', 'since'])
})

test('use a day is that of the days that are covered, and nothing where none is', () => {
  const sums = { energy: 310_000_000, days: 62, estimated: 31_000_000 }
  const known = { keys: { month: { key: '2026-01', name: 'Jan 2026' } }, sums }
  const { totals } = tabulate(useReport, [known], 'month')
  expect(totals).toMatchObject({ per_day: '5.000000', share: '10', water_per_day: null })
})

test('narrowed to rows of several groups, it adds up what is of all of them', () => {
  const of = (partner: string, customer: string): ReportFact => ({
    keys: { partner: { key: partner, name: partner }, customer: { key: customer, name: customer } },
    sums: { records: 1 },
  })
  const facts = [of('1', '7'), of('2', '7'), of('2', '8'), of('2', '')]
  const counted = (text: string) =>
    tabulate({ columns, main: 'records' }, facts, 'partner', narrowedParts(text)).totals.records
  expect(['partner:2', 'partner:2,customer:7', 'partner:2,customer:'].map(counted)).toEqual([
    3, 1, 1,
  ])
})

test('a key is asked for as it is, whatever stands in it', () => {
  for (const key of ['', 'Wharf, upper: 50%2C', '%25,', ','])
    for (const part of [
      [{ group: 'network', key }],
      [
        { group: 'network', key },
        { group: 'customer', key: '12' },
      ],
    ])
      expect(narrowedParts(narrowedText(part))).toEqual(part)
})

test('a score of a hundred means that no rule names anybody', () => {
  expect(qualityScore(48, 3)).toBe('93.7')
  expect(qualityScore(10_000, 1)).toBe('99.9')
  expect(qualityScore(10_000, 0)).toBe('100.0')
  expect(qualityScore(0, 0)).toBe(null)
})
