import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { startCluster } from '#tests/support/cluster.ts'
import { nothing, readTally, reportFiles, slowest, type Tally } from './testing/report.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
// What breaks and what comes twice, in full; nothing else.
const isFaults = process.argv.includes('--faults')
const isHeavy = isFaults || process.argv.includes('--heavy')

interface Suite {
  project: string
  /** Some files of it; all of them where none is named. */
  files?: string[]
  /** Nothing else runs beside a file. */
  isAlone?: boolean
}
/** Their tests give others a time to answer in. */
const inTime = new Set(['faults', 'e2e'])
// More than this is no accident.
const FEW_FILES = 5
/** What failed in a crowd and not alone: it is told, and to be mended all the same. */
const doubtful: string[] = []
// One after the other, each of them some files at a time (see workersOf).
const everything: Suite[] = ['domain', 'api', 'faults', 'e2e'].map((project) => ({ project }))
const faults: Suite[] = [
  { project: 'faults' },
  { project: 'api', files: ['ledger-model', 'lost-update', 'grid.test', 'review/once'] },
  { project: 'e2e', files: ['two-people'] },
]

const reports = mkdtempSync(join(tmpdir(), 'switchboard-report-'))
const tallies: Tally[] = []
console.log(`${aim()}.\n`)
if (!isFaults) {
  const checked = await node(['scripts/check.ts'])
  const failed = checked === 0 ? [] : ['npm run check']
  tallies.push({ ...nothing, passed: checked === 0 ? 1 : 0, failed })
}
// One PostgreSQL and one migrated database for all that follows.
const { cluster, stop } = await startCluster()
try {
  for (const suite of isFaults ? faults : everything) {
    const tally = await runSuite(suite)
    tallies.push(inTime.has(suite.project) ? await onceMoreAlone(suite, tally) : tally)
  }
} finally {
  await stop()
  rmSync(reports, { recursive: true, force: true })
}
console.log('\nThe slowest files:')
for (const line of slowest(
  tallies.flatMap(({ times }) => times),
  10,
))
  console.log(line)
// The failures come last, so that the end of a long log is enough to know what to mend.
const failures = tallies.flatMap(({ failed }) => failed)
for (const failure of doubtful) console.log(`\nPassed only when alone: ${failure}`)
for (const failure of failures) console.log(`\nFailed: ${failure}`)
const passed = tallies.reduce((sum, tally) => sum + tally.passed, 0)
console.log(`\n${passed} passed, ${failures.length} failed`)
process.exit(failures.length === 0 ? 0 : 1)

function aim(): string {
  if (isFaults) return 'Kills, cuts, repeats and races, in full'
  return isHeavy ? 'Everything, the heavy tests included' : 'Everything'
}

/**
 * Browsers and servers on two busy cores now and then draw so late that a click meets a screen
 * that is not there yet, or a server dies later than it was to. A file that holds when it is alone is
 * not what a release should wait for.
 */
async function onceMoreAlone(suite: Suite, crowded: Tally): Promise<Tally> {
  const { failedFiles, failed } = crowded
  if (failedFiles.length === 0 || failedFiles.length > FEW_FILES) return crowded
  const alone = await runSuite({ ...suite, files: failedFiles, isAlone: true })
  if (alone.failed.length > 0) return { ...crowded, failed: alone.failed }
  doubtful.push(...failed)
  return { ...crowded, passed: crowded.passed + failed.length, failed: [] }
}

// Each in a process of its own: what one leaves behind does not disturb the next.
async function runSuite({ project, files = [], isAlone = false }: Suite): Promise<Tally> {
  const left = reportFiles(reports, project)
  const code = await node(
    [
      'node_modules/vitest/vitest.mjs',
      'run',
      ...files,
      `--project=${project}`,
      `--maxWorkers=${isAlone ? 1 : workersOf(project)}`,
      '--passWithNoTests',
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${left.results}`,
      '--reporter=./scripts/testing/times-reporter.ts',
    ],
    { TEST_CLUSTER: JSON.stringify(cluster), TEST_TIMES: left.times },
  )
  const tally = readTally(left)
  // A crash between the tests is a failure too, even if no test says so.
  return code === 0 || tally.failed.length > 0
    ? tally
    : { ...tally, failed: [`${project}: ended with exit code ${code}`] }
}

/**
 * A file waits for PostgreSQL about as long as it works itself: on two cores three of them leave no core
 * idle. Browsers and the programs of the faults keep the cores busy by themselves, and are given a time.
 */
function workersOf(project: string): number {
  return inTime.has(project) ? 2 : 3
}

async function node(args: string[], env: Record<string, string> = {}): Promise<number> {
  const child = spawn(process.execPath, args, {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, ...(isHeavy && { HEAVY: '1' }), ...env },
  })
  const [code] = await once(child, 'close')
  return typeof code === 'number' ? code : 1
}
