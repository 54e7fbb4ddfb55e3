import { expect } from 'vitest'
import type { Client } from './client.ts'
import { guardCode, guardedCustomer, permit } from './guarding.ts'
import { password, type World } from './world.ts'

type Body = Record<string, unknown>

/** Calls about the code before a customer's direct debit details; an admin has the permissions. */
export function guardCallsOf(world: World): Record<string, (client: Client) => Promise<Body>> {
  async function customer(client: Client, code: string | null): Promise<Body> {
    await permit(world, 'admin', { view: true, set: true })
    expect((await client.post('/user/stepup', { password })).status).toBe(200)
    return { customer_id: await guardedCustomer(client, code) }
  }
  return {
    'PUT /guardcode': async (client) => ({ ...(await customer(client, null)), code: guardCode }),
    'DELETE /guardcode': async (client) => ({
      ...(await customer(client, guardCode)),
      reason: 'The customer forgot it',
    }),
    'POST /guardcode/verify': async (client) => ({
      ...(await customer(client, guardCode)),
      code: guardCode,
    }),
    'POST /guardcode/send': (client) => customer(client, guardCode),
  }
}
