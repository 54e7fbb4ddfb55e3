import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { startCluster } from '#tests/support/cluster.ts'
import { readTally, reportFiles, slowest, type Tally } from './testing/report.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
// What breaks and what comes twice, in full; nothing else.
const isFaults = process.argv.includes('--faults')
const isHeavy = isFaults || process.argv.includes('--heavy')

interface Suite {
  project: string
  /** Some files of it; all of them where none is named. */
  files?: string[]
}
/** Suites that run side by side, each lane one after the other. */
type Stage = Suite[][]

// The faults mostly wait, for servers that start and are killed: the calls keep the cores busy
// meanwhile. The browsers want the machine for themselves.
const everything: Stage[] = [
  [[{ project: 'domain' }, { project: 'api' }], [{ project: 'faults' }]],
  [[{ project: 'e2e' }]],
]
const faults: Stage[] = [
  [[{ project: 'faults' }]],
  [
    [{ project: 'api', files: ['ledger-model', 'lost-update', 'grid.test', 'review/once'] }],
    [{ project: 'e2e', files: ['two-people'] }],
  ],
]

const reports = mkdtempSync(join(tmpdir(), 'switchboard-report-'))
const tallies: Tally[] = []
console.log(`${aim()}.\n`)
if (!isFaults) {
  const checked = await node(['scripts/check.ts'])
  const failed = checked === 0 ? [] : ['npm run check']
  tallies.push({ passed: checked === 0 ? 1 : 0, failed, times: [] })
}
// One PostgreSQL and one migrated database for all that follows.
const { cluster, stop } = await startCluster()
try {
  for (const stage of isFaults ? faults : everything) await Promise.all(stage.map(runLane))
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
for (const failure of failures) console.log(`\nFailed: ${failure}`)
const passed = tallies.reduce((sum, tally) => sum + tally.passed, 0)
console.log(`\n${passed} passed, ${failures.length} failed`)
process.exit(failures.length === 0 ? 0 : 1)

function aim(): string {
  if (isFaults) return 'Kills, cuts, repeats and races, in full'
  return isHeavy ? 'Everything, the heavy tests included' : 'Everything'
}

async function runLane(suites: Suite[], place: number): Promise<void> {
  for (const suite of suites) tallies.push(await runSuite(suite, place > 0))
}

// Each in a process of its own; what a lane beside the first one says is told when it is over.
async function runSuite({ project, files = [] }: Suite, isQuiet: boolean): Promise<Tally> {
  const left = reportFiles(reports, project)
  const code = await node(
    [
      'node_modules/vitest/vitest.mjs',
      'run',
      ...files,
      `--project=${project}`,
      '--passWithNoTests',
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${left.results}`,
      '--reporter=./scripts/testing/times-reporter.ts',
    ],
    { env: { TEST_CLUSTER: JSON.stringify(cluster), TEST_TIMES: left.times }, isQuiet },
  )
  const tally = readTally(left)
  // A crash between the tests is a failure too, even if no test says so.
  return code === 0 || tally.failed.length > 0
    ? tally
    : { ...tally, failed: [`${project}: ended with exit code ${code}`] }
}

async function node(
  args: string[],
  { env = {}, isQuiet = false }: { env?: Record<string, string>; isQuiet?: boolean } = {},
): Promise<number> {
  const child = spawn(process.execPath, args, {
    cwd: root,
    stdio: isQuiet ? ['ignore', 'pipe', 'pipe'] : 'inherit',
    env: { ...process.env, ...(isHeavy && { HEAVY: '1' }), ...env },
  })
  const said: Buffer[] = []
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk: Buffer) => said.push(chunk))
  const [code] = await once(child, 'close')
  process.stdout.write(Buffer.concat(said))
  return typeof code === 'number' ? code : 1
}
