import { expect, test } from 'vitest'
import { readEiep13a } from './eiep13a.ts'
import { collectRows } from './reading-row.ts'

const ICP = '0000143418TRD9F'
const HEADER = 'HDR,ICPCONS,1.4,Retailer,RETL,CUST,01/07/2026,REQ1'

function line(start: string, end: string, kwh: string, more: Record<string, string> = {}): string {
  const given = {
    code: '000',
    zone: '',
    serial: '123456',
    flow: 'X',
    register: 'UN',
    status: 'RD',
    ...more,
  }
  const { code, zone, serial, flow, register, status } = given
  const facts = [code, zone, serial, flow, register, '24', start, end, status, kwh, '']
  return ['DET', 'AUTH1', ICP, ...facts].join(',')
}

function clock(minutes: number): string {
  const hours = String(Math.floor(minutes / 60)).padStart(2, '0')
  return `${hours}:${String(minutes % 60).padStart(2, '0')}:00`
}

/** Half hours by the clock, from minute to minute. */
function halfHours(day: string, from: number, to: number, zone = ''): string[] {
  const lines: string[] = []
  for (let at = from; at < to; at += 30) {
    const isLast = at + 30 === 1440
    const end = isLast ? '23:59:59' : clock(at + 30)
    lines.push(line(`${day} ${clock(at)}`, `${day} ${end}`, '0.5', { zone }))
  }
  return lines
}

function read(lines: string[], count = lines.length) {
  const head = `${HEADER},${count},01/06/2026,30/06/2026`
  return collectRows(readEiep13a([head, ...lines, '', ''].join('\r\n')))
}

test('a line of days is one reading', () => {
  const { rows, warnings } = read([
    line('01/06/2026 00:00:00', '30/06/2026 23:59:59', '310.25', { status: 'ES' }),
  ])
  expect(warnings).toEqual([])
  expect(rows).toEqual([
    {
      row_number: 2,
      meter_number: '123456',
      icp_number: ICP,
      register_code: 'UN',
      flow: 'X',
      reading_date: '2026-06-30',
      period_start: '2026-06-01',
      reading_latest: null,
      reading_quantity: '310.250000',
      reading_latest_type: 'estimate',
      problems: [],
    },
  ])
})

test('periods from midnight to midnight and from visit to visit join without overlap', () => {
  const [midnight, visit] = read([
    line('01/06/2026 00:00:00', '01/07/2026 00:00:00', '1'),
    line('12/05/2026 10:15:00', '11/06/2026 09:40:00', '1'),
  ]).rows
  expect(midnight).toMatchObject({ period_start: '2026-06-01', reading_date: '2026-06-30' })
  expect(visit).toMatchObject({ period_start: '2026-05-13', reading_date: '2026-06-11' })
})

test('half hours are added up to days', () => {
  const { rows } = read([
    ...halfHours('29/06/2026', 0, 1440),
    ...halfHours('30/06/2026', 0, 1440).slice(1),
  ])
  expect(rows.map((row) => [row.reading_date, row.reading_quantity, row.problems])).toEqual([
    ['2026-06-29', '24.000000', []],
    ['2026-06-30', '23.500000', ['Only 47 of 48 half hours are there.']],
  ])
})

test('the hour the clocks repeat is told apart by its order or by its zone', () => {
  const day = '05/04/2026'
  const blank = [...halfHours(day, 0, 180), ...halfHours(day, 120, 1440)]
  expect(read(blank).rows).toMatchObject([{ reading_quantity: '25.000000', problems: [] }])
  const named = [...halfHours(day, 0, 180, 'NZDT'), ...halfHours(day, 120, 1440, 'NZST')]
  expect(read(named).rows).toMatchObject([{ reading_quantity: '25.000000', problems: [] }])
  const thrice = read([...blank, ...halfHours(day, 120, 150)]).rows[0]
  expect(thrice?.reading_quantity).toBe('25.000000')
  expect(thrice?.problems).toEqual(['Line 52: the time from 2:00 is there twice.'])
})

test('the half hour in which the clocks go back may end before it starts', () => {
  const day = '05/04/2026'
  const turning = line(`${day} 02:30:00`, `${day} 02:00:00`, '0.5')
  const lines = [...halfHours(day, 0, 150), turning, ...halfHours(day, 120, 1440)]
  expect(read(lines).rows).toMatchObject([{ reading_quantity: '25.000000', problems: [] }])
})

test('on the day the clocks go forward an hour is missing and nobody minds', () => {
  const day = '27/09/2026'
  const lines = [...halfHours(day, 0, 120), ...halfHours(day, 180, 1440)]
  expect(read(lines).rows).toMatchObject([{ reading_quantity: '23.000000', problems: [] }])
})

test('a file in standard time has its summer days start an hour late', () => {
  const lines = [
    ...halfHours('14/01/2026', 1380, 1440, 'NZST'),
    ...halfHours('15/01/2026', 0, 1380, 'NZST'),
  ]
  expect(read(lines).rows).toMatchObject([
    { reading_date: '2026-01-15', reading_quantity: '24.000000', problems: [] },
  ])
})

test.each([
  ['001', 'the address is not known'],
  ['003', 'the customer is not known'],
  ['777', 'we do not know this code'],
])('response %s is a problem: %s', (code, reason) => {
  const { rows } = read([line('', '', '', { code })])
  expect(rows[0]?.problems).toEqual([`The retailer answered ${code}: ${reason}.`])
})

test('lines that cannot be read say why', () => {
  const { rows, warnings } = read(
    [
      line('31/06/2026 00:00:00', '30/06/2026 23:59:59', '1'),
      line('02/06/2026 00:00:00', '01/06/2026 23:59:59', '1'),
      line('02/06/2026 10:00:00', '02/06/2026 25:00:00', '1', { zone: 'NZST' }),
      line('01/06/2026 00:00:00', '30/06/2026 23:59:59', 'many', { status: 'RV', flow: 'Q' }),
    ],
    7,
  )
  expect(rows.map((row) => row.problems)).toEqual([
    ['“31/06/2026 00:00:00” is not a day and time.'],
    ['The period starts after it ends.'],
    ['“02/06/2026 25:00:00” is not a day and time.'],
    [
      '“Q” is not a direction of flow.',
      'Read status “RV” is not RD or ES.',
      '“many” is not a number.',
    ],
  ])
  expect(warnings).toEqual(['The header announces 7 records, the file has 4.'])
})

test('unmetered supply keeps its mark', () => {
  const unmetered = line('01/06/2026 00:00:00', '30/06/2026 23:59:59', '1', { serial: 'UNM' })
  expect(read([unmetered]).rows[0]?.meter_number).toBe('UNM')
})

test('a row of names in small letters replaces the header', () => {
  const names =
    'icp identifier,response code,nzdt adjustment,metering component serial number,' +
    'energy flow direction,register content code,period of availability,' +
    'read period start date and time,read period end date and time,read status,' +
    'unit quantity active energy volume,unit quantity reactive energy volume'
  const row = `${ICP},000,,77,I,EG,24,01/06/2026 00:00:00,30/06/2026 23:59:59,RD,12.5,`
  const { rows } = collectRows(readEiep13a(`${names}\n${row}\n`))
  expect(rows).toMatchObject([
    { meter_number: '77', flow: 'I', register_code: 'EG', reading_quantity: '12.500000' },
  ])
  const bare = collectRows(readEiep13a(`AUTH,${row}\n`))
  expect(bare.rows).toMatchObject([{ meter_number: '77', problems: [] }])
})
