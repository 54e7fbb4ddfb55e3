// The columns of an EIEP13A file and what its lines say, before they become readings.

import { addDays } from '#domain/kit/day-number.ts'
import { type Clock, SECONDS_PER_HALF_HOUR } from './half-hours.ts'

/** Where a line has what; the same for every line that starts with DET. */
export interface Columns {
  icp: number
  response: number
  adjustment: number
  serial: number
  flow: number
  register: number
  start: number
  end: number
  status: number
  energy: number
  reactive: number
}

export const STANDARD_COLUMNS: Columns = {
  icp: 2,
  response: 3,
  adjustment: 4,
  serial: 5,
  flow: 6,
  register: 7,
  start: 9,
  end: 10,
  status: 11,
  energy: 12,
  reactive: 13,
}

export const RESPONSES: Record<string, string> = {
  '001': 'the address is not known',
  '002': 'the ICP is not known',
  '003': 'the customer is not known',
  '004': 'the authority is missing',
}

const COLUMN_NAMES: Record<keyof Columns, RegExp> = {
  icp: /icp/,
  response: /response/,
  adjustment: /nzdt|nzst|adjust/,
  serial: /serial|meter|component/,
  flow: /flow/,
  register: /register|content/,
  start: /start|from/,
  end: /end|to\b/,
  status: /status/,
  energy: /kwh|energy|active/,
  reactive: /kvarh|reactive/,
}

/** The columns a row of names announces; null when the row is none. */
export function columnsNamed(fields: readonly string[]): Columns | null {
  const names = fields.map((field) => field.trim().toLowerCase())
  const isNames = COLUMN_NAMES.icp.test(names.join()) && names.some((name) => /start/.test(name))
  if (!isNames) return null
  const columns = { ...STANDARD_COLUMNS }
  const taken = new Set<number>()
  // Reactive energy is looked for first, because its names contain those of energy.
  const order: (keyof Columns)[] = ['reactive', 'icp', 'response', 'adjustment', 'serial', 'flow']
  for (const key of [...order, 'register', 'start', 'end', 'status', 'energy'] as const) {
    const at = names.findIndex((name, place) => !taken.has(place) && COLUMN_NAMES[key].test(name))
    if (at >= 0) taken.add(at)
    columns[key] = at
  }
  return columns
}

/** The columns of a line without DET in front, found by where its ICP stands. */
export function columnsAround(fields: readonly string[]): Columns | null {
  const at = fields.findIndex((field) => /^\s*\d{10}[A-Za-z]{2}[0-9A-Fa-f]{3}\s*$/.test(field))
  if (at < 0) return null
  const shift = at - STANDARD_COLUMNS.icp
  const shifted = { ...STANDARD_COLUMNS }
  for (const key of ['icp', 'response', 'adjustment', 'serial', 'flow', 'register'] as const)
    shifted[key] += shift
  for (const key of ['start', 'end', 'status', 'energy', 'reactive'] as const) shifted[key] += shift
  return shifted
}

export interface Moment {
  day: string
  /** Since midnight. */
  seconds: number
}

export interface Period {
  first: string
  last: string
  /** Set where the period is a part of one day: when it starts and how long it is. */
  within: { start: number; seconds: number } | null
}

const MINUTE = 60
const DAY = 86_400
const REPEATED_FROM = 2 * 3600
const REPEATED_TO = 3 * 3600

/** Whether the clocks show this time twice on a day with so many half hours. */
export function isRepeatedHour(halfHours: number, seconds: number): boolean {
  return halfHours > 48 && seconds >= REPEATED_FROM && seconds < REPEATED_TO
}

/** The days a line is about, or the part of one day; null when it ends before it starts. */
export function periodOf(start: Moment, end: Moment, adjustment: string, clock: Clock) {
  const isMidnight = end.seconds < MINUTE
  const last = isMidnight ? addDays(end.day, -1) : end.day
  const until = isMidnight ? DAY : Math.ceil(end.seconds / MINUTE) * MINUTE
  const from = start.seconds < MINUTE ? 0 : start.seconds
  if (start.day !== last || (from === 0 && until === DAY)) {
    if (start.day > last) return null
    // A read during the day counts at its end, so the period starts on the next day.
    const first = from === 0 || start.day === last ? start.day : addDays(start.day, 1)
    return { first, last, within: null } satisfies Period
  }
  return partOfDay(start.day, from, until, adjustment, clock)
}

function partOfDay(
  day: string,
  from: number,
  until: number,
  adjustment: string,
  clock: Clock,
): Period | null {
  const halfHours = clock.halfHoursOf(day)
  // The half hour in which the clocks go back ends, on the clock, before it started.
  const isTurn = until <= from && isRepeatedHour(halfHours, from)
  if (until <= from && !isTurn) return null
  const spans = from < REPEATED_FROM && until >= REPEATED_TO && adjustment !== 'NZST'
  const isAcross = isTurn || spans
  const seconds = until - from + (isAcross ? (halfHours - 48) * SECONDS_PER_HALF_HOUR : 0)
  // Only a file that ignores daylight saving says NZST in summer.
  const local = adjustment === 'NZST' ? clock.fromStandardTime(day, from) : { day, seconds: from }
  return { first: local.day, last: local.day, within: { start: from, seconds } }
}
