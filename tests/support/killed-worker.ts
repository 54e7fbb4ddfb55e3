import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { Debiting } from './debiting.ts'

const program = fileURLToPath(new URL('./debit-worker.ts', import.meta.url))

interface Death {
  call_ids?: number[]
  dieAt: number
  side: 'before' | 'after'
}

/** Has a process of its own work on direct debits until it is killed; says whether it was. */
export async function killedWorker(
  { world, double }: Debiting,
  { call_ids = [], dieAt, side }: Death,
): Promise<boolean> {
  const given = {
    organisation_id: world.organisations[0],
    now: world.clock.now().toISOString(),
    provider: double.url,
    call_ids,
    dieAt,
    side,
  }
  const child = spawn(process.execPath, [program], {
    env: { ...process.env, APP_URL: world.appUrl, GIVEN: JSON.stringify(given) },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const [code, signal] = await once(child, 'close')
  if (code !== 0 && signal !== 'SIGKILL') throw new Error(`The worker ended with ${code}.`)
  return signal === 'SIGKILL'
}
