import { existsSync } from 'node:fs'
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
