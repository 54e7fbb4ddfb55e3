import { expect, test } from 'vitest'
import { groupsInBatches, inBatches } from './in-batches.ts'

test('rows that belong together are never divided between two batches', () => {
  const groups = [[1, 2], [3], [4, 5, 6, 7], [8]]
  expect(inBatches(groups, (group) => group.length, 3)).toEqual([
    [[1, 2], [3]],
    [[4, 5, 6, 7]],
    [[8]],
  ])
  const registers = [
    { group: 7, rows: 2 },
    { group: 8, rows: 2 },
  ]
  expect(groupsInBatches(registers, 3)).toEqual([[7], [8]])
  expect(groupsInBatches(registers, 4)).toEqual([[7, 8]])
})
