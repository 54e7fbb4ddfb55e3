import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readEiep3 } from './eiep3.ts'
import { collectRows } from './reading-row.ts'

const ICP = '0000143418TRD9F'
const NZ_DAY = (day: string) => day.split('-').reverse().join('/')

function header(count: number): string {
  const number = String(count).padStart(8, '0')
  return `HDR,ICPHH,10,TRUS,TRUS,BROK,01/07/2026,10:15:00,A1,${number},202606,E,I`
}

function line(day: string, period: number, kwh: string, type = 'F', flow = 'X', stream = '1') {
  return `DET,${ICP},${stream},${type},${NZ_DAY(day)},${period},${kwh},0.01,,${flow},HHR`
}

function wholeDay(day: string, periods = 48, kwh = '0.125') {
  return Array.from({ length: periods }, (_, at) => line(day, at + 1, kwh))
}

function read(lines: string[], count = lines.length) {
  return collectRows(readEiep3([header(count), ...lines, ''].join('\r\n')))
}

test('the half hours of a day become one quantity', () => {
  expect(read(wholeDay('2026-06-30'))).toEqual({
    rows: [
      {
        row_number: 2,
        meter_number: null,
        icp_number: ICP,
        register_code: '1',
        flow: 'X',
        reading_date: '2026-06-30',
        period_start: '2026-06-30',
        reading_latest: null,
        reading_quantity: '6.000000',
        reading_latest_type: 'actual',
        problems: [],
      },
    ],
    warnings: [],
  })
})

test.each([
  ['2026-09-27', 46],
  ['2026-04-05', 50],
])('on %s the clocks change and the day has %i half hours', (day, periods) => {
  expect(read(wholeDay(day, periods)).rows[0]?.problems).toEqual([])
  expect(read(wholeDay(day, periods - 1)).rows[0]?.problems).toEqual([
    `Only ${periods - 1} of ${periods} half hours are there.`,
  ])
  expect(read(wholeDay(day, periods + 1)).rows[0]?.problems).toEqual([
    `Line ${periods + 2}: trading period “${periods + 1}” does not exist on this day.`,
  ])
})

test('one estimated half hour makes the day an estimate', () => {
  const lines = wholeDay('2026-06-30')
  lines[20] = line('2026-06-30', 21, '0.125', 'E')
  expect(read(lines).rows[0]?.reading_latest_type).toBe('estimate')
})

test('flows and streams are kept apart, in the old letters too', () => {
  const lines = [line('2026-06-30', 1, '1', 'F', 'L'), line('2026-06-30', 1, '2', 'F', 'G')]
  lines.push(line('2026-06-30', 1, '3', 'F', 'X', '2'))
  const found = read(lines).rows.map((row) => [row.flow, row.register_code, row.reading_quantity])
  expect(found).toEqual([
    ['X', '1', '1.000000'],
    ['I', '1', '2.000000'],
    ['X', '2', '3.000000'],
  ])
})

test('what is told twice is added once', () => {
  const lines = [...wholeDay('2026-06-30'), line('2026-06-30', 7, '99')]
  const [row] = read(lines).rows
  expect(row?.reading_quantity).toBe('6.000000')
  expect(row?.problems).toEqual(['Line 50: trading period 7 is there twice.'])
})

test('lines that cannot be read are rows with problems', () => {
  const lines = wholeDay('2026-06-30')
  lines[0] = line('2026-06-30', 1, 'none')
  const lost = ['DET,,1,F,30/06/2026,1,1,,,X,', `DET,${ICP},1,F,31/06/2026,1,1,,,X,`]
  const { rows } = read([...lines, ...lost])
  expect(rows.map((row) => row.problems)).toEqual([
    ['There is no ICP.'],
    ['“31/06/2026” is not a day.'],
    ['Line 2: “none” is not a number.', 'Only 47 of 48 half hours are there.'],
  ])
})

test('a wrong count, foreign lines and reactive energy are warnings', () => {
  const lines = [...wholeDay('2026-06-30'), `DET,${ICP},9,F,30/06/2026,1,,0.5,,X,`, 'TRL,1']
  expect(read(lines, 47).warnings).toEqual([
    'The header announces 47 records, the file has 49.',
    'Line 51 is neither HDR nor DET and was left out.',
    '1 lines without kWh were left out.',
  ])
})

test('the order of the lines does not matter', () => {
  const lines = [...wholeDay('2026-06-29', 48, '0.1'), ...wholeDay('2026-06-30', 48, '0.25')]
  const shuffled = fc.shuffledSubarray(lines, { minLength: lines.length })
  const sums = (given: string[]) =>
    read(given)
      .rows.map((row) => `${row.reading_date} ${row.reading_quantity} ${row.problems.length}`)
      .sort()
  fc.assert(
    fc.property(shuffled, (given) => {
      expect(sums(given)).toEqual(['2026-06-29 4.800000 0', '2026-06-30 12.000000 0'])
    }),
    { numRuns: 20 },
  )
})
