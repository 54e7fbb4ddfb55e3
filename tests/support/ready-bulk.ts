import { customer } from '#domain/customers/customer.ts'
import { bulkmessage } from '#domain/messaging/bulk/bulkmessage.ts'
import type { Client } from './client.ts'
import { makeRow } from './fitting.ts'
import { done } from './ready-rows.ts'

let sequence = 0

/** What calls about messages to many need before they do something: one in the right state. */
export function bulkCallsOf() {
  const draft = async (client: Client) => {
    sequence += 1
    const email = `many${sequence}@example.co.nz`
    const { id } = await makeRow(client, customer, { email })
    const words = { channels: 'email', purpose: 'service', name: `News ${sequence}` }
    return { id: (await makeRow(client, bulkmessage, { ...words, audience: { ids: [id] } })).id }
  }
  const after =
    (...steps: string[]) =>
    async (client: Client) => {
      const { id } = await draft(client)
      for (const step of steps) await done(client, `/bulkmessage/${step}`, { id })
      return { id }
    }
  return {
    'POST /bulkmessage/preview': draft,
    'POST /bulkmessage/trial': draft,
    'POST /bulkmessage/start': draft,
    'POST /bulkmessage/pause': after('start'),
    'POST /bulkmessage/resume': after('start', 'pause'),
    'POST /bulkmessage/cancel': after('start'),
    'POST /bulkmessage/again': async (client: Client) => ({
      ...(await after('start', 'cancel')(client)),
      to: 'rest',
    }),
  }
}
