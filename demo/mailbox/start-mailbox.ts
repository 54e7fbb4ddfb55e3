import { join } from 'node:path'
import { randomSecret } from '#server/identity/digest.ts'
import type { MailDouble } from '#server/kit/start/config.ts'
import { ensureDataFolder } from '#server/kit/start/data-folder.ts'
import { startDouble } from '../start-double.ts'
import { reachMailboxes } from './double.ts'

const program = new URL('./main.ts', import.meta.url)

/** The demonstration's mailboxes: a process beside the server, which ends with it. */
export async function startMailbox(
  dataDir: string,
): Promise<{ settings: MailDouble; stop(): Promise<void> }> {
  ensureDataFolder(dataDir)
  const password = randomSecret()
  const options = ['--state', join(dataDir, 'mailboxes.json'), '--password', password]
  const { said, stop } = await startDouble(program, options)
  return { settings: reachMailboxes(said, password), stop }
}
