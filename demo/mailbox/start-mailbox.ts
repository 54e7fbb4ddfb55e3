import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { randomSecret } from '#server/identity/digest.ts'
import type { MailDouble } from '#server/kit/start/config.ts'
import { ensureDataFolder } from '#server/kit/start/data-folder.ts'
import { reachMailboxes } from './double.ts'

const program = fileURLToPath(new URL('./main.ts', import.meta.url))

/** The demonstration's mailboxes: a process beside the server, which ends with it. */
export async function startMailbox(
  dataDir: string,
): Promise<{ settings: MailDouble; stop(): Promise<void> }> {
  ensureDataFolder(dataDir)
  const password = randomSecret()
  const asked = [program, '--state', join(dataDir, 'mailboxes.json'), '--password', password]
  const child = spawn(process.execPath, asked, { stdio: ['pipe', 'pipe', 'inherit'] })
  const ended = once(child, 'exit')
  const lines = createInterface({ input: child.stdout })
  const [line] = await Promise.race([once(lines, 'line'), ended])
  return {
    settings: reachMailboxes(JSON.parse(String(line)), password),
    async stop(): Promise<void> {
      child.stdin.end()
      child.kill('SIGTERM')
      await ended
    },
  }
}
