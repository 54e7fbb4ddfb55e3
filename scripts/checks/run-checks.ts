import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

export interface Check {
  name: string
  command: [string, ...string[]]
}

const root = fileURLToPath(new URL('../..', import.meta.url))
const atOnce = 2

/** Runs the checks and shows what the failing ones said. Answers how many failed. */
export async function runChecks(checks: readonly Check[]): Promise<number> {
  const waiting = [...checks]
  let failed = 0
  const lane = async () => {
    for (let check = waiting.shift(); check; check = waiting.shift()) {
      const result = await run(check)
      console.log(`${result.ok ? '✓' : '✗'} ${check.name} (${result.seconds} s)`)
      if (result.ok) continue
      failed += 1
      console.log(`${result.said}\n`)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, lane))
  return failed
}

async function run(check: Check): Promise<{ ok: boolean; said: string; seconds: string }> {
  const began = performance.now()
  const [program, ...args] = check.command
  const child = spawn(`${root}node_modules/.bin/${program}`, args, {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const chunks: Buffer[] = []
  child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk))
  child.stderr.on('data', (chunk: Buffer) => chunks.push(chunk))
  const [code] = await once(child, 'close')
  const seconds = ((performance.now() - began) / 1000).toFixed(1)
  return { ok: code === 0, said: Buffer.concat(chunks).toString('utf8').trim(), seconds }
}
