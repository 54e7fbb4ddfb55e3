import { join } from 'node:path'
import { randomSecret } from '#server/identity/digest.ts'
import type { AkahuSettings } from '#server/kit/start/akahu-settings.ts'
import { ensureDataFolder } from '#server/kit/start/data-folder.ts'
import { startDouble } from '../start-double.ts'

const program = new URL('./main.ts', import.meta.url)

/** The demonstration's bank feed: a process beside the server, which ends with it. */
export async function startAkahu(dataDir: string) {
  ensureDataFolder(dataDir)
  const options = ['--story', '--state', join(dataDir, 'akahu.json')]
  const { said, stop } = await startDouble(program, options)
  const url = `http://127.0.0.1:${said.port}`
  const settings: AkahuSettings = {
    url: `${url}/v1`,
    appToken: 'app_token_demo',
    appSecret: 'app_secret_demo',
    webhookKey: randomSecret(),
  }
  return {
    settings,
    /** Has it tell the server at this address what happens. */
    async listenAt(address: string): Promise<void> {
      const hook = `${address}/api/v1/webhooks/akahu/${settings.webhookKey}`
      const body = JSON.stringify({ url: hook })
      await fetch(`${url}/_double/webhooks`, { method: 'POST', body })
    },
    stop,
  }
}
