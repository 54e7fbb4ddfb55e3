import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { randomSecret } from '#server/identity/digest.ts'
import type { AkahuSettings } from '#server/kit/start/akahu-settings.ts'
import { ensureDataFolder } from '#server/kit/start/data-folder.ts'

const program = fileURLToPath(new URL('./main.ts', import.meta.url))

/** The demonstration's bank feed: a process beside the server, which ends with it. */
export async function startAkahu(dataDir: string) {
  ensureDataFolder(dataDir)
  const asked = [program, '--story', '--state', join(dataDir, 'akahu.json')]
  const child = spawn(process.execPath, asked, { stdio: ['pipe', 'pipe', 'inherit'] })
  const ended = once(child, 'exit')
  const lines = createInterface({ input: child.stdout })
  const [line] = await Promise.race([once(lines, 'line'), ended])
  const { port } = JSON.parse(String(line))
  const url = `http://127.0.0.1:${port}`
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
    async stop(): Promise<void> {
      child.stdin.end()
      child.kill('SIGTERM')
      await ended
    },
  }
}
