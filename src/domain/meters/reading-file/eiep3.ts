// EIEP3 (ICPHH): half-hourly energy of connections, one line for each trading period.

import { csvRecords } from '#domain/kit/csv-reader.ts'
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
import { type Clock, remembered, rememberingClock, SECONDS_PER_HALF_HOUR } from './half-hours.ts'
import {
  cellText,
  emptyRow,
  fileDay,
  fileFlow,
  type ReadingRow,
  type ReadingRows,
} from './reading-row.ts'

const COUNT_IN_HEADER = 9
const TYPES = ['F', 'E']

interface Reader {
  sums: Map<string, DaySum>
  clock: Clock
  dayOf: (text: string) => string | null
  withoutEnergy: number
}

/** The sum of each day per connection, stream and flow; lines may come in any order. */
export function* readEiep3(text: string): ReadingRows {
  const dayOf = remembered(fileDay)
  const reader: Reader = { sums: new Map(), clock: rememberingClock(), dayOf, withoutEnergy: 0 }
  const warnings: string[] = []
  let header: string[] | null = null
  let lines = 0
  for (const { line, fields } of csvRecords(text, ',')) {
    const kind = fields[0]?.trim().toUpperCase()
    if (kind === 'HDR') header = fields
    else if (kind === 'DET') {
      lines += 1
      const lost = addLine(reader, line, fields)
      if (lost !== null) yield lost
    } else warnings.push(`Line ${line} is neither HDR nor DET and was left out.`)
  }
  for (const sum of reader.sums.values()) {
    yield finishSum(sum, reader.clock.secondsOf(sum.row.reading_date ?? ''))
  }
  if (header === null) warnings.unshift('The file has no header.')
  else warnings.unshift(...countWarning(header[COUNT_IN_HEADER], lines))
  if (reader.withoutEnergy > 0)
    warnings.push(`${reader.withoutEnergy} lines without kWh were left out.`)
  return warnings.slice(0, 20)
}

/** Adds a line to its day; gives a row of its own when the day or the ICP cannot be read. */
function addLine(reader: Reader, line: number, fields: string[]): ReadingRow | null {
  const icp = cellText(fields[1])
  const day = reader.dayOf(fields[4] ?? '')
  const energy = cellText(fields[6])
  if (energy === null && (cellText(fields[7]) ?? cellText(fields[8])) !== null) {
    reader.withoutEnergy += 1
    return null
  }
  if (icp === null || day === null) {
    const row = { ...emptyRow(line), icp_number: icp && normaliseIcp(icp), reading_date: day }
    row.problems.push(icp === null ? 'There is no ICP.' : `“${fields[4] ?? ''}” is not a day.`)
    return row
  }
  addPeriod(reader, sumOf(reader, line, icp, day, fields), line, day, fields)
  return null
}

function sumOf(reader: Reader, line: number, icp: string, day: string, fields: string[]): DaySum {
  const flowText = fields[9]?.trim() ?? ''
  const key = `${icp},${fields[2]},${flowText},${day}`
  const known = reader.sums.get(key)
  if (known !== undefined) return known
  // Files of older versions do not tell the flow; they only know consumption.
  const flow = flowText === '' ? 'X' : fileFlow(flowText)
  const sum = startSum({
    ...emptyRow(line),
    icp_number: normaliseIcp(icp),
    register_code: cellText(fields[2]),
    flow,
    reading_date: day,
    period_start: day,
  })
  if (flow === null) noteProblem(sum, line, `“${flowText}” is not a direction of flow.`)
  reader.sums.set(key, sum)
  return sum
}

function addPeriod(reader: Reader, sum: DaySum, line: number, day: string, fields: string[]): void {
  const periodText = fields[5]?.trim() ?? ''
  const period = /^\d{1,2}$/.test(periodText) ? Number(periodText) : 0
  const type = fields[3]?.trim().toUpperCase() ?? ''
  const energy = millionthsOf(fields[6]?.trim() ?? '')
  if (period < 1 || period > reader.clock.halfHoursOf(day)) {
    noteProblem(sum, line, `trading period “${periodText}” does not exist on this day.`)
    return
  }
  if (energy === null) {
    noteProblem(sum, line, `“${fields[6] ?? ''}” is not a number.`)
    return
  }
  const part = { seconds: SECONDS_PER_HALF_HOUR, millionths: energy }
  if (!addToSum(sum, period, part, reader.clock.secondsOf(day)))
    noteProblem(sum, line, `trading period ${period} is there twice.`)
  if (type === 'E') sum.isEstimate = true
  if (!TYPES.includes(type)) noteProblem(sum, line, `reading type “${type}” is not F or E.`)
}
