import { expect } from 'vitest'
import type { Bank } from './banking.ts'
import type { Reply } from './client.ts'

/** What is refused, in a few words, with which code and words, and how it is asked for. */
export type Refusal = [sentence: string, code: number, words: string, ask: () => Promise<Reply>]

export const because = { reason: 'It was a mistake' }

export async function refusedAs(code: number, words: string, reply: Reply): Promise<void> {
  const { errors, message } = reply.body
  const told = errors?.[0]?.message ?? message
  expect([reply.status, told]).toEqual([code, expect.stringContaining(words)])
}

/** A line that is matched as money of a customer, with the payment that it made. */
export async function customersMoney(
  bank: Bank,
  customer_id: number,
  amount = '40.00',
  given: object = {},
) {
  const id = await bank.line(amount, given)
  await bank.match(id, [{ kind: 'customer', amount, customer_id }])
  const [part] = (await bank.get(id)).info.parts as unknown as { invoicepayment_id: number }[]
  return { id, payment: part?.invoicepayment_id ?? 0 }
}
