import fc from 'fast-check'
import { afterAll, beforeAll, test } from 'vitest'
import { contract } from '#domain/contracts/contract.ts'
import type { Client } from '#tests/support/client.ts'
import { makeRow } from '#tests/support/fitting.ts'
import { allBooksHold } from '#tests/support/owed-to-suppliers.ts'
import { type SuppliedAccount, suppliedAccount } from '#tests/support/supplied.ts'
import { SupplierLife } from '#tests/support/supplier-life.ts'
import { makeWorld, type World } from '#tests/support/world.ts'

// Lives of two accounts with one supplier, played from outside and held against a model of its own.
const lives = process.env.HEAVY ? 100 : 12

let world: World
let admin: Client

beforeAll(async () => {
  world = await makeWorld()
  admin = await world.as('admin')
})
afterAll(() => world.close())

/** A second account with the same supplier. */
async function otherAccount(first: SuppliedAccount): Promise<SuppliedAccount> {
  const account = `${first.account}-B`
  const deal = await makeRow(admin, contract, {
    ...{ customer_id: first.customer_id, supplier_id: first.supplier_id },
    ...{ account_number_with_supplier: account, date_start: '2025-01-01' },
  })
  await admin.post('/contract/activate', { id: deal.id, reason: 'Agreed elsewhere' })
  return { ...first, contract_id: deal.id, account }
}

const doings: [what: string, weight: number][] = [
  ['bill', 4],
  ['owe', 4],
  ['give', 5],
  ['pay', 6],
  ['pay again', 2],
  ['returned', 2],
  ['cancel', 1],
  ['hold', 2],
  ['writeoff', 1],
  ['reverse', 2],
  ['payback', 2],
  ['night', 1],
]

const step = fc.record({
  do: fc.oneof(...doings.map(([what, weight]) => ({ weight, arbitrary: fc.constant(what) }))),
  at: fc.nat(7),
  amount: fc.oneof(fc.integer({ min: 1, max: 20_000 }), fc.constantFrom(5000, 10_000)),
  place: fc.constantFrom('A' as const, 'A' as const, 'B' as const, null, null),
})

// Credit of several kinds that nothing has used yet: which of it is taken first is seen only then.
const given = fc.array(
  step.map((one) => ({ ...one, do: 'give' })),
  { maxLength: 4 },
)
const life = fc
  .tuple(given, fc.array(step, { minLength: 12, maxLength: 22, size: 'max' }))
  .map(([before, after]) => [...before, ...after])

// Shows: R15
test('the product and the model agree after every step of every life', async () => {
  await fc.assert(
    fc.asyncProperty(life, async (steps) => {
      const A = await suppliedAccount(admin)
      const B = await otherAccount(A)
      const dealings = new SupplierLife({ world, client: admin, accounts: { A, B } })
      for (const one of steps) {
        await dealings.play(one)
        await dealings.agrees()
      }
      await allBooksHold(world)
    }),
    { numRuns: lives, seed: process.env.HEAVY ? Date.now() : 1107, endOnFailure: true },
  )
}, 300_000)
