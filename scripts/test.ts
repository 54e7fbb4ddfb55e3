import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'

const root = fileURLToPath(new URL('..', import.meta.url))
// What breaks and what comes twice, in full; nothing else.
const isFaults = process.argv.includes('--faults')
const isHeavy = isFaults || process.argv.includes('--heavy')

interface Suite {
  project: string
  /** Some files of it; all of them where none is named. */
  files?: string[]
}
const everything: Suite[] = ['domain', 'api', 'faults', 'e2e'].map((project) => ({ project }))
const faults: Suite[] = [
  { project: 'faults' },
  { project: 'api', files: ['ledger-model', 'lost-update', 'grid.test', 'review/once'] },
  { project: 'e2e', files: ['two-people'] },
]

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

interface Tally {
  passed: number
  failed: string[]
}

const reports = mkdtempSync(join(tmpdir(), 'switchboard-report-'))
const total: Tally = { passed: 0, failed: [] }
try {
  console.log(`${aim()}.\n`)
  if (!isFaults) {
    const checked = await node(['scripts/check.ts'])
    if (checked === 0) total.passed += 1
    else total.failed.push('npm run check')
  }
  for (const suite of isFaults ? faults : everything) {
    const tally = await runSuite(suite)
    total.passed += tally.passed
    total.failed.push(...tally.failed)
  }
} finally {
  rmSync(reports, { recursive: true, force: true })
}
// The failures come last, so that the end of a long log is enough to know what to mend.
for (const failure of total.failed) console.log(`\nFailed: ${failure}`)
console.log(`\n${total.passed} passed, ${total.failed.length} failed`)
process.exit(total.failed.length === 0 ? 0 : 1)

function aim(): string {
  if (isFaults) return 'Kills, cuts, repeats and races, in full'
  return isHeavy ? 'Everything, the heavy tests included' : 'Everything'
}

// One project after the other, each in a process of its own: browsers, databases and killed
// servers of one do not slow down or disturb the next.
async function runSuite({ project, files = [] }: Suite): Promise<Tally> {
  const file = join(reports, `${project}.json`)
  const code = await node([
    'node_modules/vitest/vitest.mjs',
    'run',
    ...files,
    `--project=${project}`,
    '--passWithNoTests',
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${file}`,
  ])
  const tally = readTally(file)
  // A crash between the tests is a failure too, even if no test says so.
  return code === 0 || tally.failed.length > 0
    ? tally
    : { ...tally, failed: [`${project}: ended with exit code ${code}`] }
}

function readTally(file: string): Tally {
  try {
    const read = report.parse(JSON.parse(readFileSync(file, 'utf8')))
    return { passed: read.numPassedTests, failed: read.testResults.flatMap(failuresOf) }
  } catch {
    return { passed: 0, failed: [] }
  }
}

function failuresOf(file: z.infer<typeof report>['testResults'][number]): string[] {
  const name = relative(root, file.name)
  const failed = file.assertionResults.filter((test) => test.status === 'failed')
  if (failed.length === 0 && file.status === 'failed') return [`${name}: ${file.message}`]
  return failed.map((test) =>
    [`${name}: ${test.fullName}`, ...(test.failureMessages ?? [])].join('\n  '),
  )
}

async function node(args: string[]): Promise<number> {
  const env = { ...process.env, ...(isHeavy && { HEAVY: '1' }) }
  const child = spawn(process.execPath, args, { cwd: root, stdio: 'inherit', env })
  const [code] = await once(child, 'close')
  return typeof code === 'number' ? code : 1
}
