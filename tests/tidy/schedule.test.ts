import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { schedules } from '#server/schedule.ts'

// Whoever runs the server looks here for what happens at night.
test('everything that runs by the clock stands in the handbook, and nothing else', () => {
  const handbook = readFileSync(join(import.meta.dirname, '../../docs/operations.md'), 'utf8')
  const part = handbook.split(/^## /m).find((text) => text.startsWith('What runs by the clock'))
  const rows = part?.match(/^\| `.*$/gm) ?? []
  const told = rows.flatMap((row) => [...(row.split('|')[1] ?? '').matchAll(/`([\w-]+)`/g)])
  const names = told.map(([, name]) => name)
  expect(names.toSorted()).toEqual(schedules.map(({ job }) => job.name).toSorted())
})
