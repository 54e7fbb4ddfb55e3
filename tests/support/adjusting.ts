import { expect } from 'vitest'
import { todayOf } from '#server/kit/http/context.ts'
import type { Client } from './client.ts'
import type { World } from './world.ts'

export const debt = { kind: 'opening_balance', side: 'debit', reason: 'Owed before we came' }
export const goodwill = { kind: 'goodwill', side: 'credit', reason: 'Sorry for the long wait' }
export const because = { reason: 'It was a mistake' }

/** An adjustment of a customer, of 50.00 unless something else is said. */
export async function adjustedBy(client: Client, customer_id: number, given: object) {
  const reply = await client.put('/adjustment', { customer_id, amount: '50.00', ...given })
  expect(reply.status, reply.text).toBe(201)
  return reply.body.data
}

/** Money of today, from a customer or, where it is less than nothing, to them. */
export async function paidBy(
  { client, world }: { client: Client; world: World },
  customer_id: number,
  amount: string,
  more: object = {},
) {
  const money = { customer_id, amount_incl_gst: amount, payment_date: todayOf(world), ...more }
  const reply = await client.put('/invoicepayment', money)
  expect(reply.status, reply.text).toBe(201)
  return reply.body.data
}
