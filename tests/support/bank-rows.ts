import { expect } from 'vitest'
import { bankimport } from '#domain/bank/bankimport.ts'
import { banktransaction } from '#domain/bank/banktransaction.ts'
import { customer } from '#domain/customers/customer.ts'
import type { Client } from './client.ts'
import { makeRow } from './fitting.ts'

let sequence = 0

/** Payers are never written down: they are learned from what somebody matched. */
async function knownPayer(client: Client): Promise<number> {
  sequence += 1
  const { id: customer_id } = await makeRow(client, customer)
  const other_party = `Payer ${String.fromCodePoint(64 + sequence)}`
  const { id, amount } = await makeRow(client, banktransaction, { other_party })
  const parts = [{ kind: 'customer', amount, customer_id }]
  const reply = await client.post('/banktransaction/match', { id, parts })
  expect(reply.status, reply.text).toBe(200)
  return (await client.get('/payeraliases', { customer_id })).body.data[0].id
}

/** A small file's rows are there once it was taken in. */
async function stagedLine(client: Client): Promise<number> {
  const { id: bankimport_id } = await makeRow(client, bankimport)
  return (await client.get('/stagedbanklines', { bankimport_id })).body.data[0].id
}

/** How rows about banks come about that nobody writes from their own fields. */
export const bankRows = { payeralias: knownPayer, stagedbankline: stagedLine }
