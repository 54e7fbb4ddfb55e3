import { expect } from 'vitest'
import type { Client } from './client.ts'

type Body = Record<string, unknown>

/** Makes what a call needs, and answers what to send with it. */
export type Prepare = (client: Client) => Promise<Body>

export const because = { reason: 'Because it is needed' }

/** A step on the way, which must succeed. */
export async function done(client: Client, path: string, body: Body): Promise<{ id: number }> {
  const reply = await client.post(path, body)
  expect([200, 201, 202, 261], `${path} ${reply.text}`).toContain(reply.status)
  return reply.body.data
}
