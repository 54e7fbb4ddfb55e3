import { expect } from 'vitest'
import type { Client } from './client.ts'
import { readyCommissions } from './ready-commissions.ts'

async function made(client: Client, path: string): Promise<number> {
  const body = await readyCommissions[`PUT ${path}`]?.(client)
  const reply = await client.put(path, body ?? {})
  expect(reply.status, reply.text).toBe(201)
  const { data } = reply.body
  return Number(Array.isArray(data) ? data[0].id : data.id)
}

/** Rows that are not made from their own fields: shares come as a set, entries from invoices. */
export const commissionRows: Record<string, (client: Client) => Promise<number>> = {
  contractpartner: (client) => made(client, '/contractpartner'),
  commission: (client) => made(client, '/commission'),
}
