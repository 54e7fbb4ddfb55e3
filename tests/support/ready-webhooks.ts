import { expect } from 'vitest'
import type { Client } from './client.ts'
import { password, scope, type World } from './world.ts'

type Body = Record<string, unknown>

let sequence = 0
const hook = () => {
  sequence += 1
  const url = 'https://hooks.example.co.nz/in'
  return { name: `Hook ${sequence}`, url, events: ['invoice.paid'] }
}

export async function madeHook(client: Client): Promise<{ id: number; secret: string }> {
  const made = await client.put('/webhook', hook())
  expect(made.status, made.text).toBe(201)
  return made.body.data
}

/** Calls about webhooks, ready to be made. */
export function webhookCallsOf(world: World): Record<string, (client: Client) => Promise<Body>> {
  const prove = async (client: Client) =>
    expect((await client.post('/user/stepup', { password })).status).toBe(200)
  const proved = async (client: Client) => {
    await prove(client)
    return { id: (await madeHook(client)).id }
  }
  return {
    'PUT /webhook': async (client) => {
      await prove(client)
      return hook()
    },
    'POST /webhook': async (client) => ({ ...(await proved(client)), is_active: false }),
    'DELETE /webhook': proved,
    'POST /webhook/rotate': proved,
    'POST /webhook/test': proved,
    'POST /webhook/resend': async (client) => {
      const { id } = await proved(client)
      const sent = await client.post('/webhook/test', { id })
      expect(sent.status, sent.text).toBe(200)
      await scope(world.owner, world.organisations[0])
      return { delivery_id: sent.body.data.id }
    },
  }
}
