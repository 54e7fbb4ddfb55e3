import { expect } from 'vitest'
import { violations } from '#server/books/invariants-check.ts'
import { todayOf } from '#server/kit/http/context.ts'
import type { Client } from './client.ts'
import { draftWithBill, everyWarning, type SuppliedAccount } from './supplied.ts'
import { scope, type World } from './world.ts'

export const owedBefore = { kind: 'opening_balance', side: 'debit', reason: 'Owed before we came' }
export const givenBefore = { ...owedBefore, side: 'credit', reason: 'Paid too much before we came' }
export const correction = { kind: 'correction', side: 'credit', reason: 'Meter was read wrongly' }

/** An adjustment on an account with a supplier, of 50.00 unless something else is said. */
export async function adjustedAt(
  client: Client,
  { supplier_id, account }: Pick<SuppliedAccount, 'supplier_id' | 'account'>,
  given: object,
) {
  const where = { supplier_id, account_number_with_supplier: account, amount: '50.00' }
  const reply = await client.put('/adjustment', { ...where, ...given })
  expect(reply.status, reply.text).toBe(201)
  return reply.body.data
}

/** An approved bill of the account: 115.00, without a discount. */
export async function owedBill(client: Client, account: SuppliedAccount, bill: object = {}) {
  const lines = [{ name: 'Energy', quantity: '1', rate: '600.00' }]
  const plain = {
    ppd_percent: '0',
    lines: [{ name: 'Energy', quantity: '1', rate: '100.00' }],
    ...bill,
  }
  const { bill_id } = await draftWithBill(client, account, plain, { lines })
  const approve = { id: bill_id, acknowledge: everyWarning, difference: 'accept' }
  const reply = await client.post('/bill/approve', approve)
  expect(reply.status, reply.text).toBe(200)
  return reply.body.data
}

/** A payment for a bill or an adjustment, as far as it goes. */
export async function paidTo(
  client: Client,
  what: { bill_id?: number; adjustment_id?: number },
  amount: string,
  given: object = {},
): Promise<number> {
  const body = { ...what, amount_incl_gst: amount, payment_date: '2026-11-10', ...given }
  const made = await client.put('/billpayment', body)
  expect(made.status, made.text).toBe(201)
  const { id } = made.body.data
  expect((await client.post('/billpayment/approve', { id })).status).toBe(200)
  const paid = await client.post('/billpayment/pay', { id })
  expect(paid.status, paid.text).toBe(200)
  return Number(id)
}

/** What the books hold on an account with a supplier: below zero we owe it. */
export async function standsWith(world: World, supplier_id: number): Promise<object> {
  await scope(world.owner, world.organisations[0])
  const { rows } = await world.owner.query<{ account: number; amount: string }>(
    `select account, sum(amount)::text as amount from accounttransactions
     where supplier_id = $1 and account in (1000, 1210, 2000, 3000, 5910)
     group by account having sum(amount) <> 0 order by account`,
    [supplier_id],
  )
  return Object.fromEntries(rows.map((row) => [row.account, row.amount]))
}

/** Everything that must hold of the books, of customers and suppliers, holds. */
export async function allBooksHold(world: World): Promise<void> {
  expect(await violationsOf(world)).toEqual([])
}

/** The rules that are broken now. */
export async function brokenRules(world: World): Promise<string[]> {
  return (await violationsOf(world)).map(({ code }) => code)
}

async function violationsOf(world: World) {
  await scope(world.owner, world.organisations[0])
  const asked = {
    query: async (text: string, values?: unknown[]) => (await world.owner.query(text, values)).rows,
  }
  return violations(asked, todayOf(world))
}
