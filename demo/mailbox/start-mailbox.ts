import { join } from 'node:path'
import { randomSecret } from '#server/identity/digest.ts'
import { ensureDataFolder } from '#server/kit/start/data-folder.ts'
import { startDouble } from '../start-double.ts'
import type { MailboxesAddress } from './double.ts'

const program = new URL('./main.ts', import.meta.url)

/** The demonstration's mailboxes: a process beside the server, which ends with it. */
export async function startMailbox(
  dataDir: string,
): Promise<{ address: MailboxesAddress; stop(): Promise<void> }> {
  ensureDataFolder(dataDir)
  const password = randomSecret()
  const options = ['--state', join(dataDir, 'mailboxes.json'), '--password', password]
  const { said, stop } = await startDouble(program, options)
  return { address: { ...said, password }, stop }
}
