// EIEP13A (ICPCONS): detailed consumption of connections for the consumer or its representative.
// A line of days is a reading; lines of half hours are added up to one reading for each day.

import { csvRecords } from '#domain/kit/csv-reader.ts'
import { addDays } from '#domain/kit/day-number.ts'
import { normaliseIcp } from '#domain/kit/icp.ts'
import {
  addToSum,
  countWarning,
  type DaySum,
  finishSum,
  millionthsOf,
  noteProblem,
  startSum,
} from './day-sum.ts'
import {
  type Columns,
  columnsAround,
  columnsNamed,
  isRepeatedHour,
  type Moment,
  type Period,
  periodOf,
  RESPONSES,
  STANDARD_COLUMNS,
} from './eiep13a-line.ts'
import { type Clock, remembered, rememberingClock } from './half-hours.ts'
import {
  cellText,
  emptyRow,
  fileDay,
  fileFlow,
  fileQuantity,
  type ReadingRow,
  type ReadingRows,
} from './reading-row.ts'

const COUNT_IN_HEADER = 8
const STATUSES: Record<string, 'actual' | 'estimate'> = {
  '': 'actual',
  RD: 'actual',
  ES: 'estimate',
}

interface Reader {
  sums: Map<string, DaySum>
  clock: Clock
  dayOf: (text: string) => string | null
  withoutEnergy: number
}

/** The readings of the file: lines of days first, then the days that were added up. */
export function* readEiep13a(text: string): ReadingRows {
  const dayOf = remembered(fileDay)
  const reader: Reader = { sums: new Map(), clock: rememberingClock(), dayOf, withoutEnergy: 0 }
  let header: string[] | null = null
  let named: Columns | null = null
  let lines = 0
  for (const { line, fields } of csvRecords(text, ',')) {
    const kind = fields[0]?.trim().toUpperCase()
    if (kind === 'HDR') header = fields
    else if (lines === 0 && columnsNamed(fields) !== null) named = columnsNamed(fields)
    else {
      lines += 1
      const columns = named ?? (kind === 'DET' ? STANDARD_COLUMNS : columnsAround(fields))
      const row = readLine(reader, line, fields, columns ?? STANDARD_COLUMNS)
      if (row !== null) yield row
    }
  }
  for (const sum of reader.sums.values()) {
    yield finishSum(sum, reader.clock.secondsOf(sum.row.reading_date ?? ''))
  }
  const warnings = header === null ? [] : countWarning(header[COUNT_IN_HEADER], lines)
  if (reader.withoutEnergy > 0)
    warnings.push(`${reader.withoutEnergy} lines without kWh were left out.`)
  return warnings
}

/** A row for a line of days or a line with problems; null for one that was added to its day. */
function readLine(
  reader: Reader,
  line: number,
  fields: string[],
  columns: Columns,
): ReadingRow | null {
  const cell = (key: keyof Columns) => fields[columns[key]]?.trim() ?? ''
  const row = emptyRow(line)
  row.icp_number = cell('icp') === '' ? null : normaliseIcp(cell('icp'))
  row.meter_number = cellText(cell('serial'))
  row.register_code = cellText(cell('register').toUpperCase())
  row.flow = cell('flow') === '' ? 'X' : fileFlow(cell('flow'))
  const response = cell('response').padStart(3, '0')
  if (response !== '000') {
    const reason = RESPONSES[response] ?? 'we do not know this code'
    row.problems.push(`The retailer answered ${response}: ${reason}.`)
    return row
  }
  if (cell('energy') === '' && cell('reactive') !== '') {
    reader.withoutEnergy += 1
    return null
  }
  const period = readPeriod(reader, row, cell('start'), cell('end'), cell('adjustment'))
  const type = STATUSES[cell('status').toUpperCase()]
  if (row.icp_number === null) row.problems.push('There is no ICP.')
  if (row.flow === null) row.problems.push(`“${cell('flow')}” is not a direction of flow.`)
  if (type === undefined) row.problems.push(`Read status “${cell('status')}” is not RD or ES.`)
  row.reading_latest_type = type ?? null
  row.reading_quantity = fileQuantity(cell('energy'))
  if (row.reading_quantity === null) row.problems.push(`“${cell('energy')}” is not a number.`)
  if (row.problems.length > 0 || period === null || period.within === null) return row
  addPart(reader, row, period.within, cell('adjustment').toUpperCase())
  return null
}

function readPeriod(
  reader: Reader,
  row: ReadingRow,
  start: string,
  end: string,
  adjustment: string,
): Period | null {
  const from = momentOf(reader, start)
  const to = momentOf(reader, end)
  if (from === null || to === null) {
    row.problems.push(`“${from === null ? start : end}” is not a day and time.`)
    return null
  }
  const period = periodOf(from, to, adjustment.toUpperCase(), reader.clock)
  if (period === null) row.problems.push('The period starts after it ends.')
  row.period_start = period?.first ?? null
  row.reading_date = period?.last ?? null
  return period
}

function momentOf(reader: Reader, text: string): Moment | null {
  const [date = '', time = ''] = text.split(/[ T]+/)
  const day = reader.dayOf(date)
  if (day === null) return null
  const clock = /^(\d{1,2}):(\d{2})(?::(\d{2}))?/.exec(time === '' ? '00:00' : time)
  if (clock === null) return null
  const [hours = 0, minutes = 0, seconds = 0] = clock.slice(1).map((part) => Number(part ?? 0))
  const total = hours * 3600 + minutes * 60 + seconds
  if (total === 86_400) return { day: addDays(day, 1), seconds: 0 }
  return hours > 23 || minutes > 59 ? null : { day, seconds: total }
}

function addPart(
  reader: Reader,
  row: ReadingRow,
  part: { start: number; seconds: number },
  adjustment: string,
): void {
  const { row_number, reading_date, reading_quantity } = row
  const key = [row.icp_number, row.meter_number, row.register_code, row.flow, reading_date].join()
  const sum = reader.sums.get(key) ?? startSum(row)
  reader.sums.set(key, sum)
  const day = reading_date ?? ''
  const slot = slotOf(reader, sum, day, part.start, adjustment)
  const millionths = millionthsOf(reading_quantity ?? '') ?? 0n
  const added = { seconds: part.seconds, millionths }
  if (!addToSum(sum, slot, added, reader.clock.secondsOf(day)))
    noteProblem(sum, row_number, `the time from ${clockText(part.start)} is there twice.`)
  if (row.reading_latest_type === 'estimate') sum.isEstimate = true
}

/** Where the clocks go back and the file does not tell the two hours apart, their order does. */
function slotOf(reader: Reader, sum: DaySum, day: string, start: number, adjustment: string) {
  const slot = `${adjustment} ${start}`
  const isAmbiguous = adjustment === '' && isRepeatedHour(reader.clock.halfHoursOf(day), start)
  return isAmbiguous && sum.seen?.has(slot) ? `${slot} again` : slot
}

function clockText(seconds: number): string {
  const minutes = Math.floor(seconds / 60)
  return `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, '0')}`
}
