import { expect } from 'vitest'
import { makeBankAccount } from '#domain/kit/bank-account.ts'
import { addDays } from '#domain/kit/day-number.ts'
import { todayOf } from '#server/kit/http/context.ts'
import type { Client } from './client.ts'
import type { World } from './world.ts'

export interface Bank {
  /** Of the first account, which is 1000 of the ledger. */
  account: number
  /** A second one, of 1001. */
  savings: number
  /** A line of the first account, dated today, unless something else is said. */
  line(amount: string, given?: object): Promise<number>
  get(id: number): Promise<{ data: Record<string, unknown>; info: Record<string, never[]> }>
  match(id: number, parts: object[]): Promise<Record<string, unknown>>
  unmatch(id: number): Promise<void>
  /** What stands on an account of the ledger. */
  ledger(account: number): Promise<string>
}

let sequence = 10_000

/** Two accounts at a bank, opened with nothing thirty days ago. */
export async function makeBank(world: World, accounting: Client, manager: Client): Promise<Bank> {
  const opening_date = addDays(todayOf(world), -30)
  const open = async (name: string) => {
    sequence += 700
    const bank_account_number = makeBankAccount('02', '0500', sequence)
    const sent = { name, bank_account_number, opening_date, opening_balance: '0.00' }
    const reply = await manager.put('/bankaccount', sent)
    expect(reply.status, reply.text).toBe(201)
    return Number(reply.body.data.id)
  }
  const account = await open('Everyday')
  const savings = await open('Savings')
  return {
    account,
    savings,
    async line(amount, given = {}) {
      const sent = { bankaccount_id: account, transaction_date: todayOf(world), amount, ...given }
      const reply = await accounting.put('/banktransaction', sent)
      expect(reply.status, reply.text).toBe(201)
      return Number(reply.body.data.id)
    },
    async get(id) {
      const reply = await accounting.get('/banktransaction', { id })
      expect(reply.status, reply.text).toBe(200)
      return reply.body
    },
    async match(id, parts) {
      const reply = await accounting.post('/banktransaction/match', { id, parts })
      expect(reply.status, reply.text).toBe(200)
      return reply.body.data
    },
    async unmatch(id) {
      const reply = await accounting.post('/banktransaction/unmatch', { id, reason: 'A mistake' })
      expect(reply.status, reply.text).toBe(200)
    },
    async ledger(number) {
      const { rows } = await world.owner.query<{ sum: string }>(
        'select coalesce(sum(amount), 0)::numeric(14,2)::text as sum from accounttransactions where account = $1',
        [number],
      )
      return rows[0]?.sum ?? ''
    },
  }
}
