import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'

// The server under a third of an office's load for as long as somebody wants to watch it.
const root = fileURLToPath(new URL('..', import.meta.url))
const LONGEST = 24 * 60
const { values } = parseArgs({ options: { minutes: { type: 'string', default: '60' } } })
const minutes = Number(values.minutes)
if (!(minutes >= 1 && minutes <= LONGEST)) {
  console.error(`Say how many minutes, from 1 to ${LONGEST}: npm run soak -- --minutes 60`)
  process.exit(1)
}
console.log(`A third of a full office, for ${minutes} minutes.\n`)
const child = spawn(
  process.execPath,
  ['node_modules/vitest/vitest.mjs', 'run', '--project=faults', 'tests/faults/soak.test.ts'],
  {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, ALL_FILES: '1', SOAK_MINUTES: String(minutes) },
  },
)
const [code] = await once(child, 'close')
process.exit(typeof code === 'number' ? code : 1)
