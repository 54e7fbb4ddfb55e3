import { expect, test } from 'vitest'
import { branchesOf, isWithin, wayTo } from './folder-tree.ts'

const folders = [
  { id: 1, name: 'Suppliers', parent_id: null },
  { id: 2, name: 'Agreements', parent_id: null },
  { id: 3, name: 'Meridian', parent_id: 1 },
  { id: 4, name: 'Contact', parent_id: 1 },
  { id: 5, name: '2026', parent_id: 4 },
  { id: 6, name: 'Lost', parent_id: 99 },
]

test('each folder is followed by those in it, by name', () => {
  const lines = branchesOf(folders).map(({ folder, level, place, siblings }) =>
    [level, folder.name, `${place}/${siblings}`].join(' '),
  )
  expect(lines).toEqual([
    '1 Agreements 1/3',
    '1 Lost 2/3',
    '1 Suppliers 3/3',
    '2 Contact 1/2',
    '3 2026 1/1',
    '2 Meridian 2/2',
  ])
})

test('what lies in a closed folder is not drawn, and that there is something is known', () => {
  const lines = branchesOf(folders, (id) => id !== 4)
  expect(lines.find(({ folder }) => folder.id === 4)?.hasFolders).toBe(true)
  expect(lines.map(({ folder }) => folder.id)).not.toContain(5)
})

test('a folder is told by the way to it', () => {
  expect(wayTo(folders, 5).map(({ name }) => name)).toEqual(['Suppliers', 'Contact', '2026'])
  expect(wayTo(folders, null)).toEqual([])
  expect(isWithin(folders, 5, 1)).toBe(true)
  expect(isWithin(folders, 1, 5)).toBe(false)
  const circle = [
    { id: 1, name: 'a', parent_id: 2 },
    { id: 2, name: 'b', parent_id: 1 },
  ]
  expect(wayTo(circle, 1)).toHaveLength(2)
})
