import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { beforeRelease } from '../../scripts/testing/before-release.ts'

const named = Object.entries(beforeRelease).flatMap(([project, groups]) =>
  Object.values(groups).flatMap((names) => names.map((name) => `tests/${project}/${name}.test.ts`)),
)

// A misspelt name would leave nothing out, and one of a file that is gone would tell a story of it.
test('every file that only the long runs have exists and is named once', () => {
  expect(named.filter((path) => !existsSync(path))).toEqual([])
  expect(new Set(named).size).toBe(named.length)
})

// The browsers' files stand there as a whole, each group with its reason.
test('what only the long runs have is told on the page about the tests', () => {
  const page = readFileSync('docs/testing.md', 'utf8')
  const { api, faults } = beforeRelease
  const told = Object.entries({ api, faults }).flatMap(([project, groups]) =>
    Object.values(groups).flatMap((names) => names.map((name) => `\`${project}/${name}\``)),
  )
  expect(told.filter((name) => !page.includes(name))).toEqual([])
})
