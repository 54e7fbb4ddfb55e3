import { expect } from 'vitest'
import { demoKeys, startGateways } from '#demo/gateways/double.ts'
import type { PhoneText } from '#demo/gateways/phones.ts'
import type { SmsChannel } from '#server/kit/start/sms-settings.ts'
import type { Client } from './client.ts'

export const hookKey = 'a-hook-key-of-the-tests-long-enough'

/** A gateway that nobody runs: what is written waits. */
export const silentSms: SmsChannel = {
  provider: 'twilio',
  url: 'http://127.0.0.1:9',
  account_sid: 'ACsilent',
  auth_token: 'a token of the tests',
  hook_key: hookKey,
  answers_stop: false,
}

/** Both gateways, running, and what may be done to them over HTTP. */
export async function gateways() {
  const double = await startGateways()
  const { account_sid, auth_token, api_key } = demoKeys
  const { url } = double
  const shared = { url, hook_key: hookKey, answers_stop: false }
  const channels: Record<SmsChannel['provider'], SmsChannel> = {
    twilio: { provider: 'twilio', account_sid, auth_token, ...shared },
    kudosity: { provider: 'kudosity', api_key, ...shared },
  }
  async function control<T = unknown>(what: string, body: object = {}): Promise<T> {
    const sent = { method: 'POST', body: JSON.stringify(body) }
    const answer = await fetch(`${url}/_double/${what}`, sent)
    expect(answer.status, what).toBe(200)
    // The double answers what each of its acts says it does.
    return (await answer.json()) as T
  }
  return {
    channels,
    control,
    close: double.close,
    /** What a phone got. */
    async got(number: string): Promise<string[]> {
      const texts = await control<PhoneText[]>('phone', { number })
      return texts.filter((one) => one.direction === 'to phone').map(({ text }) => text)
    },
  }
}

export type Gateways = Awaited<ReturnType<typeof gateways>>

/** Settings as an admin would put them. */
export async function setUp(admin: Client, settings: Record<string, unknown>): Promise<void> {
  for (const [name, value] of Object.entries(settings)) {
    const [had] = (await admin.get('/organisationconfigs', { name })).body.data ?? []
    const reply = had
      ? await admin.post('/organisationconfig', { id: had.id, version: had.version, value })
      : await admin.put('/organisationconfig', { name, value })
    expect(reply.status, reply.text).toBeLessThan(300)
  }
}
