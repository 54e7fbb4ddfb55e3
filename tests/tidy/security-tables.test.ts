import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { asvsLevels } from '../../scripts/security/asvs-levels.ts'
import { allMarkedTests, pages, tableRows, withTests } from '../../scripts/security/tables.ts'

const root = join(import.meta.dirname, '../..')
const tests = allMarkedTests()
const rows = tableRows()
const numbered = (letter: string, count: number) =>
  Array.from({ length: count }, (_, place) => `${letter}${String(place + 1).padStart(2, '0')}`)

test('the tables of tests in docs are what the tests say: npm run security-tables', () => {
  for (const page of pages)
    expect(readFileSync(join(root, page), 'utf8'), page).toBe(withTests(page, tests))
})

test('every threat, goal and expectation has its row, once', () => {
  const ids = rows.map(({ id }) => id).filter((id) => !id.startsWith('V'))
  expect(ids).toEqual([...numbered('T', 30), ...numbered('R', 37), ...numbered('E', 40)])
})

test('a row is shown by a test, or says what it waits for or why it does not apply', () => {
  const empty = rows.filter(({ cells }) => !cells.at(-1))
  expect(empty.map(({ id }) => id)).toEqual([])
})

test('every requirement of levels 1 and 2 has its row, and of level 3 those that are shown', () => {
  const named = rows.map(({ id }) => id).filter((id) => id.startsWith('V'))
  expect(new Set(named).size, 'each once').toBe(named.length)
  // A row may stand for a whole section or chapter of what we do not have.
  const isCovered = (id: string) => named.some((row) => row === id || id.startsWith(`${row}.`))
  const all = Object.entries(asvsLevels).flatMap(([section, levels]) =>
    [...levels].map((level, place) => ({ id: `V${section}.${place + 1}`, level })),
  )
  expect(all.filter(({ level }) => level === '1')).toHaveLength(70)
  const missing = all.filter(({ id, level }) => level !== '3' && !isCovered(id))
  expect(missing.map(({ id }) => id)).toEqual([])
  const levelOf = new Map(all.map(({ id, level }) => [id, level]))
  for (const { id, cells } of rows.filter((row) => /^V\d+\.\d+\.\d+$/.test(row.id)))
    expect(cells[1], id).toBe(levelOf.get(id))
})

test('no test shows a row that is in no table', () => {
  const known = new Set(rows.map(({ id }) => id))
  const strangers = tests.flatMap(({ path, marks }) =>
    marks.filter((mark) => !known.has(mark)).map((mark) => `${path}: ${mark}`),
  )
  expect(strangers).toEqual([])
})

test('files that a table leads to are there', () => {
  for (const { page, id, cells } of rows)
    for (const [, path = ''] of cells
      .join(' ')
      .matchAll(/`((?:src|tests|docs|scripts|migrations)\/[^`]+)`/g))
      expect(existsSync(join(root, path)), `${page} ${id}: ${path}`).toBe(true)
})
