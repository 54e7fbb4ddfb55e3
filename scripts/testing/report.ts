import { readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'

const root = fileURLToPath(new URL('../..', import.meta.url))

const report = z.object({
  numPassedTests: z.int(),
  testResults: z.array(
    z.object({
      name: z.string(),
      status: z.string(),
      message: z.string(),
      assertionResults: z.array(
        z.object({
          fullName: z.string(),
          status: z.string(),
          failureMessages: z.array(z.string()).nullish(),
        }),
      ),
    }),
  ),
})
type FileReport = z.infer<typeof report>['testResults'][number]

const fileTimes = z.array(z.object({ file: z.string(), seconds: z.number() }))
export type FileTime = z.infer<typeof fileTimes>[number]

/** What one project came to. */
export interface Tally {
  passed: number
  failed: string[]
  failedFiles: string[]
  times: FileTime[]
}

export const nothing: Tally = { passed: 0, failed: [], failedFiles: [], times: [] }

/** Where the reporters of a project leave what they know. */
export function reportFiles(folder: string, project: string) {
  return {
    results: join(folder, `${project}.json`),
    times: join(folder, `${project}-times.json`),
  }
}

export function readTally(files: ReturnType<typeof reportFiles>): Tally {
  try {
    const read = report.parse(JSON.parse(readFileSync(files.results, 'utf8')))
    const times = fileTimes.parse(JSON.parse(readFileSync(files.times, 'utf8')))
    const failedFiles = read.testResults
      .filter((file) => failuresOf(file).length > 0)
      .map(({ name }) => relative(root, name))
    const failed = read.testResults.flatMap(failuresOf)
    return { passed: read.numPassedTests, failed, failedFiles, times }
  } catch {
    return nothing
  }
}

function failuresOf(file: FileReport): string[] {
  const name = relative(root, file.name)
  const failed = file.assertionResults.filter((test) => test.status === 'failed')
  if (failed.length === 0 && file.status === 'failed') return [`${name}: ${file.message}`]
  return failed.map((test) =>
    [`${name}: ${test.fullName}`, ...(test.failureMessages ?? [])].join('\n  '),
  )
}

/** Where the time of a run goes, so that a file that grows is seen. */
export function slowest(times: readonly FileTime[], count: number): string[] {
  return times
    .toSorted((one, other) => other.seconds - one.seconds)
    .slice(0, count)
    .map(({ file, seconds }) => `${seconds.toFixed(1).padStart(7)} s  ${file}`)
}
