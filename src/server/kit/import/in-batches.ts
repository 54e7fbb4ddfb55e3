import type { Group, GroupRows } from './import-kind.ts'

/** Things in batches of about so many rows; one thing is never divided. */
export function inBatches<T>(all: readonly T[], rowsOf: (one: T) => number, size: number): T[][] {
  const batches: T[][] = []
  let room = 0
  for (const one of all) {
    const batch = batches.at(-1)
    if (batch && rowsOf(one) <= room) batch.push(one)
    else {
      batches.push([one])
      room = size
    }
    room -= rowsOf(one)
  }
  return batches
}

export function groupsInBatches(groups: readonly GroupRows[], size: number): Group[][] {
  const batches = inBatches(groups, ({ rows }) => rows, size)
  return batches.map((batch) => batch.map(({ group }) => group))
}
