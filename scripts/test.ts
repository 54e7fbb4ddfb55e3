import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'

const root = fileURLToPath(new URL('..', import.meta.url))
const isHeavy = process.argv.includes('--heavy')
const projects = ['domain', 'api', 'faults', 'e2e']

const report = z.object({
  numPassedTests: z.int(),
  numFailedTests: z.int(),
  numFailedTestSuites: z.int(),
})

interface Tally {
  passed: number
  failed: number
}

const reports = mkdtempSync(join(tmpdir(), 'switchboard-report-'))
const total: Tally = { passed: 0, failed: 0 }
try {
  console.log(`${isHeavy ? 'Everything, the heavy tests included' : 'Everything'}.\n`)
  const checked = await node(['scripts/check.ts'])
  if (checked === 0) total.passed += 1
  else total.failed += 1
  for (const project of projects) {
    const tally = await runProject(project)
    total.passed += tally.passed
    total.failed += tally.failed
  }
} finally {
  rmSync(reports, { recursive: true, force: true })
}
console.log(`\n${total.passed} passed, ${total.failed} failed`)
process.exit(total.failed === 0 ? 0 : 1)

// One project after the other, each in a process of its own: browsers, databases and killed
// servers of one do not slow down or disturb the next.
async function runProject(project: string): Promise<Tally> {
  const file = join(reports, `${project}.json`)
  const code = await node([
    'node_modules/vitest/vitest.mjs',
    'run',
    `--project=${project}`,
    '--passWithNoTests',
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${file}`,
  ])
  const tally = readTally(file)
  // A crash between the tests is a failure too, even if no test says so.
  return code === 0 || tally.failed > 0 ? tally : { ...tally, failed: 1 }
}

function readTally(file: string): Tally {
  try {
    const read = report.parse(JSON.parse(readFileSync(file, 'utf8')))
    const failed = Math.max(read.numFailedTests, read.numFailedTestSuites > 0 ? 1 : 0)
    return { passed: read.numPassedTests, failed }
  } catch {
    return { passed: 0, failed: 0 }
  }
}

async function node(args: string[]): Promise<number> {
  const env = { ...process.env, ...(isHeavy && { HEAVY: '1' }) }
  const child = spawn(process.execPath, args, { cwd: root, stdio: 'inherit', env })
  const [code] = await once(child, 'close')
  return typeof code === 'number' ? code : 1
}
