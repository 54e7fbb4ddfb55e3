import { randomSecret } from '#server/identity/digest.ts'
import type { SmsChannel } from '#server/kit/start/sms-settings.ts'
import { startDouble } from '../start-double.ts'
import { demoKeys } from './double.ts'

const program = new URL('./main.ts', import.meta.url)

/** The demonstration's gateways: a process beside the server, which ends with it. */
export async function startDemoGateways() {
  const { said, stop } = await startDouble(program)
  const url = `http://127.0.0.1:${said.port}`
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
    stop,
  }
}
