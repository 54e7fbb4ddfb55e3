import { expect } from 'vitest'
import type { Client } from './client.ts'
import type { Prepare } from './ready-rows.ts'

/** What calls about a last look need: invoices that may leave, or some that are held already. */
export function readyDepartures(
  approved: (client: Client) => Promise<number>,
): Record<string, Prepare> {
  const asked: Prepare = async (client) => ({ action: 'send', ids: [await approved(client)] })
  const leaving: Prepare = async (client) => {
    const ids = [await approved(client), await approved(client)]
    const left_out = [{ id: ids[1], reason: 'The reading looks wrong' }]
    return { action: 'send', rows: ids.map((id) => ({ id })), left_out }
  }
  const held: Prepare = async (client) => {
    const made = await client.put('/departure', await leaving(client))
    expect(made.status, made.text).toBe(201)
    return { id: made.body.data.id }
  }
  return {
    'POST /departure/preview': asked,
    'POST /departure/look': asked,
    'PUT /departure': leaving,
    'POST /departure/takeback': held,
    'POST /departure/now': held,
  }
}
