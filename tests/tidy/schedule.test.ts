import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { schedules } from '#server/schedule.ts'
import { isTest, sourceFiles } from './source.ts'

// Whoever runs the server looks here for what happens at night.
test('everything that runs by the clock stands in the handbook, and nothing else', () => {
  const handbook = readFileSync(join(import.meta.dirname, '../../docs/operations.md'), 'utf8')
  const part = handbook.split(/^## /m).find((text) => text.startsWith('What runs by the clock'))
  const rows = part?.match(/^\| `.*$/gm) ?? []
  const told = rows.flatMap((row) => [...(row.split('|')[1] ?? '').matchAll(/`([\w-]+)`/g)])
  const names = told.map(([, name]) => name)
  expect(names.toSorted()).toEqual(schedules.map(({ job }) => job.name).toSorted())
})

// A loop of its own would end for everybody with the first organisation whose turn fails.
const OWN_LOOP =
  /for \([^)]*\bof (await )?\(?(active|every)Organisations\(|for \([^)]*organisation[^)]*\bof organisations\b/

test('a job that looks after organisations in turn lets none of them keep the others from theirs', () => {
  const jobs = sourceFiles('src/server').filter((file) => !isTest(file))
  const loops = jobs.filter(
    ({ path, text }) => !/\/system-context\.ts$/.test(path) && OWN_LOOP.test(text),
  )
  expect(loops.map(({ path }) => path)).toEqual([])
})
