import fc from 'fast-check'
import { expect, test } from 'vitest'
import { previewFile } from '#domain/kit/import/file-columns.ts'
import { readCsv } from './csv-readings.ts'
import { readingColumns } from './reading-columns.ts'
import { collectRows, fileDay, fileFlow, fileReadingType } from './reading-row.ts'

const HEADER = 'ICP,Meter No,Register,Read Date,Reading,Read Type'
const mapping = readingColumns.guess(HEADER.split(','))

function rows(...lines: string[]) {
  return collectRows(readCsv([HEADER, ...lines].join('\r\n'), mapping)).rows
}

test('columns are found by the names suppliers give them', () => {
  expect(mapping).toEqual({
    icp_number: 0,
    meter_number: 1,
    register_code: 2,
    reading_date: 3,
    reading_latest: 4,
    reading_latest_type: 5,
  })
  expect(
    readingColumns.guess(['Serial Number', 'From date', 'To date', 'Consumption (kWh)']),
  ).toEqual({
    meter_number: 0,
    period_start: 1,
    reading_date: 2,
    reading_quantity: 3,
  })
  expect(readingColumns.schema.safeParse(mapping).success).toBe(true)
  expect(readingColumns.schema.safeParse({ colour: 1 }).success).toBe(false)
})

test('a row is read as people write it', () => {
  expect(rows('143418TRD9F, M100 ,un,3/2/2026,"45,210.5",E')).toEqual([
    {
      row_number: 2,
      meter_number: 'M100',
      icp_number: '0000143418TRD9F',
      register_code: 'UN',
      flow: null,
      reading_date: '2026-02-03',
      period_start: null,
      reading_latest: '45210.500000',
      reading_quantity: null,
      reading_latest_type: 'estimate',
      problems: [],
    },
  ])
})

test('a bad row says everything that is wrong with it and stops nobody', () => {
  const [bad, good] = rows(',,UN,31/02/2026,12x,guess', ',M1,UN,2026-02-28,5,')
  expect(bad?.problems).toEqual([
    '“31/02/2026” is not a day (day/month/year).',
    '“12x” is not a number.',
    '“guess” is not a kind of reading.',
    'There is no meter number and no ICP.',
  ])
  expect(good).toMatchObject({ problems: [], reading_latest_type: 'actual', row_number: 3 })
})

test('an empty row has no date and no reading', () => {
  expect(rows(',M1,,,,')[0]?.problems).toEqual([
    'There is no date.',
    'There is neither a reading nor a quantity.',
  ])
})

test('a quantity keeps its period, a reading has none', () => {
  const text = 'meter;period start;period end;quantity;reading\nM1;1/2/26;28/2/26;310.25;\n'
  const both = `${text}M1;1/3/26;31/3/26;10;500\n`
  const found = collectRows(readCsv(both, previewFile(readingColumns, both).mapping)).rows
  expect(found[0]).toMatchObject({ period_start: '2026-02-01', reading_quantity: '310.250000' })
  expect(found[1]).toMatchObject({ period_start: null, reading_quantity: null })
  const turned = readCsv(
    'M1,3/3/2026,1/3/2026,1',
    {
      meter_number: 0,
      period_start: 1,
      reading_date: 2,
      reading_quantity: 3,
    },
    { hasHeader: false },
  )
  expect(collectRows(turned).rows[0]?.problems).toEqual(['The period starts after it ends.'])
})

test.each([
  ['3/2/2026', '2026-02-03'],
  ['03/02/2026 00:30:00', '2026-02-03'],
  ['2026-02-03T23:59:59', '2026-02-03'],
  ['3-Feb-26', '2026-02-03'],
  ['20260203', '2026-02-03'],
  ['13/14/2026', null],
  ['3/2', null],
  ['today', null],
  ['45000', null],
])('the day %s is %s', (text, day) => {
  expect(fileDay(text)).toBe(day)
})

test('old and new words for flow and kind are known', () => {
  expect(['X', 'L', 'I', 'G', '?'].map(fileFlow)).toEqual(['X', 'X', 'I', 'I', null])
  expect(['', 'RD', 'ES', 'Customer_read', 'Final'].map(fileReadingType)).toEqual([
    'actual',
    'actual',
    'estimate',
    'customer',
    'final',
  ])
})

test('no file at all breaks the reader', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary-ascii', maxLength: 200 }), (text) => {
      collectRows(readCsv(`${HEADER}\n${text}`, mapping))
    }),
  )
})

test('fifty thousand rows are one pass', () => {
  const lines = Array.from(
    { length: 50_000 },
    (_, at) => `,M${at},UN,30/6/2026,"1,${200 + (at % 800)}",A`,
  )
  const found = rows(...lines)
  expect(found).toHaveLength(50_000)
  expect(found.every((row) => row.problems.length === 0)).toBe(true)
})
