// The half hours of one day, added up to one quantity. Sums are whole millionths, because a file
// may bring millions of half hours.

import { fileQuantity, type ReadingRow } from './reading-row.ts'

export interface DaySum {
  row: ReadingRow
  millionths: bigint
  isEstimate: boolean
  /** What was added, so that nothing is added twice; null once the day is complete. */
  seen: Set<string | number> | null
  /** How much of the day is covered. */
  seconds: number
}

const MAX_PROBLEMS = 5
const SCALE = 6

/** A quantity in whole millionths; null when the text is no quantity. */
export function millionthsOf(text: string): bigint | null {
  const plain = /^(-?\d{1,12})(?:\.(\d{1,6}))?$/.exec(text)
  if (plain !== null) return BigInt(`${plain[1]}${(plain[2] ?? '').padEnd(SCALE, '0')}`)
  const quantity = fileQuantity(text)
  return quantity === null ? null : BigInt(quantity.replace('.', ''))
}

export function millionthsText(millionths: bigint): string {
  const sign = millionths < 0n ? '-' : ''
  const digits = (millionths < 0n ? -millionths : millionths).toString().padStart(SCALE + 1, '0')
  return `${sign}${digits.slice(0, -SCALE)}.${digits.slice(-SCALE)}`
}

export function startSum(row: ReadingRow): DaySum {
  return { row, millionths: 0n, isEstimate: false, seen: new Set(), seconds: 0 }
}

/** Adds a part of the day; false when that part is already there. */
export function addToSum(
  sum: DaySum,
  slot: string | number,
  part: { seconds: number; millionths: bigint },
  secondsOfDay: number,
): boolean {
  if (sum.seen === null || sum.seen.has(slot)) return false
  sum.seen.add(slot)
  sum.seconds += part.seconds
  sum.millionths += part.millionths
  // A large file has many days: those that are complete need not remember their parts.
  if (sum.seconds >= secondsOfDay) sum.seen = null
  return true
}

/** Notes what is wrong with a line; a day needs no more than a few such notes. */
export function noteProblem({ row }: DaySum, line: number, problem: string): void {
  if (row.problems.length < MAX_PROBLEMS) row.problems.push(`Line ${line}: ${problem}`)
}

/** The finished row: the sum of the day, estimated as soon as a part of it is. */
export function finishSum(sum: DaySum, expectedSeconds: number): ReadingRow {
  const { row } = sum
  row.reading_quantity = millionthsText(sum.millionths)
  row.reading_latest_type = sum.isEstimate ? 'estimate' : 'actual'
  if (sum.seconds < expectedSeconds) {
    const known = sum.seconds / 1800
    row.problems.push(`Only ${known} of ${expectedSeconds / 1800} half hours are there.`)
  }
  return row
}

/** A warning where the header counts other than we do. */
export function countWarning(told: string | undefined, counted: number): string[] {
  const text = told?.trim() ?? ''
  if (!/^\d{1,15}$/.test(text) || Number(text) === counted) return []
  return [`The header announces ${Number(text)} records, the file has ${counted}.`]
}
