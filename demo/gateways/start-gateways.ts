import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { randomSecret } from '#server/identity/digest.ts'
import type { SmsChannel } from '#server/kit/start/sms-settings.ts'
import { demoKeys } from './double.ts'

const program = fileURLToPath(new URL('./main.ts', import.meta.url))

/** The demonstration's gateways: a process beside the server, which ends with it. */
export async function startDemoGateways() {
  const child = spawn(process.execPath, [program], { stdio: ['pipe', 'pipe', 'inherit'] })
  const ended = once(child, 'exit')
  const lines = createInterface({ input: child.stdout })
  const [line] = await Promise.race([once(lines, 'line'), ended])
  const { port } = JSON.parse(String(line))
  const url = `http://127.0.0.1:${port}`
  const { account_sid, auth_token } = demoKeys
  const hook_key = randomSecret()
  const sms: SmsChannel = {
    provider: 'twilio',
    url,
    account_sid,
    auth_token,
    hook_key,
    answers_stop: false,
  }
  return {
    sms,
    /** Where customers' phones are looked at and answered from. */
    control: `${url}/_double`,
    /** Has phones' answers told to the server, which is here and signs by its public address. */
    async listenAt(origin: string, publicUrl: string): Promise<void> {
      const twilio = `${publicUrl}/api/v1/webhooks/twilio/${hook_key}`
      const body = JSON.stringify({ origin, twilio })
      await fetch(`${url}/_double/hooks`, { method: 'POST', body })
    },
    async stop(): Promise<void> {
      child.stdin.end()
      child.kill('SIGTERM')
      await ended
    },
  }
}
