import type { HistoryRow } from '#domain/kit/history-calls.ts'
import { isWorthShowing, sidesOf } from './history-words.ts'

/** What was done that left the record with other values than before; looking at it did not. */
export const versionsIn = (rows: readonly HistoryRow[]): HistoryRow[] =>
  rows.filter(({ action, object_version, changes }) => {
    const isLook = action === 'unmask' || object_version === null
    return !isLook && Object.values(changes ?? {}).some(isWorthShowing)
  })

export interface Difference {
  name: string
  earlier: unknown
  later: unknown
}

/**
 * In what a record differs between two of its versions, whatever it was in between. The versions are
 * the newest first and without a gap, as the history tells them.
 */
export function differencesBetween(
  versions: readonly HistoryRow[],
  earlier: number,
  later: number,
): Difference[] {
  const between = versions.filter(({ id }) => id > earlier && id <= later)
  const sides = new Map<string, { from: unknown; to: unknown }>()
  for (const { changes } of between.toReversed()) {
    for (const [name, change] of Object.entries(changes)) {
      const { from, to } = sidesOf(change)
      sides.set(name, { from: sides.has(name) ? sides.get(name)?.from : from, to })
    }
  }
  return [...sides]
    .filter(([, pair]) => isWorthShowing(pair))
    .map(([name, { from, to }]) => ({ name, earlier: from, later: to }))
}
