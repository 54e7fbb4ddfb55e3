import { daysIn } from '#domain/kit/day-number.ts'
import type { Sums } from './report.ts'

/** Something owed on a day: how much, since when, and whether it is held. */
export interface AgedItem {
  owed: number
  due_date: string | null
  is_held: boolean
}

/** Puts what is owed into the column of its age. What is below nothing is credit. */
export function agedSums({ owed, due_date, is_held }: AgedItem, as_at: string): Sums {
  if (owed < 0) return { credit: -owed, total: owed }
  const column = is_held ? 'held' : ageOf(due_date, as_at)
  return { [column]: owed, total: owed }
}

/** Columns by how many days an item is late at most: due on its day, late from the day after. */
export const ages = [
  { name: 'current', latest: 0 },
  { name: 'days_1_30', latest: 30 },
  { name: 'days_31_60', latest: 60 },
  { name: 'days_61_90', latest: 90 },
  { name: 'days_over_90', latest: Number.MAX_SAFE_INTEGER },
] as const

function ageOf(due_date: string | null, as_at: string): string {
  const late = due_date ? daysIn(due_date, as_at) - 1 : 0
  return ages.find(({ latest }) => late <= latest)?.name ?? 'days_over_90'
}

/** What is free for somebody, against all that they owe. */
export const creditSums = (free: number): Sums => ({ credit: free, total: -free })
