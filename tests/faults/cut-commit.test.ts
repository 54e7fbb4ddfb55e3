import { randomUUID } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildApp } from '#server/app.ts'
import { violations } from '#server/books/invariants-check.ts'
import { type Database, openDatabase } from '#server/kit/database/database.ts'
import { todayOf } from '#server/kit/http/context.ts'
import { newCustomer, sentInvoice } from '#tests/support/billing.ts'
import { type Client, makeClient, type Reply, withKey } from '#tests/support/client.ts'
import { type CommitProxy, type Cut, startCommitProxy } from '#tests/support/commit-proxy.ts'
import { testConfig } from '#tests/support/config.ts'
import { makeWorld, password, scope, type World } from '#tests/support/world.ts'

// What a person asked for once happens once, wherever the wire to the database breaks.
// As many calls as this have really lost their wire, for each of the two cuts.
const cases = process.env.HEAVY ? 100 : 6

let world: World
let proxy: CommitProxy
let database: Database
let app: FastifyInstance
let client: Client
let broken = 0

beforeAll(async () => {
  world = await makeWorld()
  proxy = await startCommitProxy(world.appUrl)
  database = openDatabase({ url: proxy.url, max: 2 })
  app = await buildApp({ config: testConfig(), database, clock: world.clock })
  client = makeClient(app)
  expect((await client.signIn('manager', password)).status).toBe(200)
})
afterAll(async () => {
  await app.close()
  await database.close()
  await proxy.close()
  await world.close()
})

/** Asks while the wire breaks at the commit, then again with the same key until it is answered. */
async function despite(cut: Cut, ask: (key: Record<string, string>) => Promise<Reply>) {
  const key = withKey(randomUUID())
  proxy.arm(cut)
  const first = await ask(key)
  // The wire may have broken under somebody else's commit, such as that of the request log.
  if (first.status >= 500) broken += 1
  for (let tries = 0; tries < 5; tries += 1) {
    const again = await ask(key)
    if (again.status >= 500) continue
    const replayed = await ask(key)
    expect([replayed.status, replayed.text]).toEqual([again.status, again.text])
    return again
  }
  throw new Error('The server does not heal.')
}

async function count(sql: string, values: unknown[]): Promise<number> {
  await scope(world.owner, world.organisations[0])
  const { rows } = await world.owner.query<{ count: string }>(sql, values)
  return Number(rows[0]?.count)
}

const line = { name: 'Energy', quantity: '1', rate: '100.00', unit: 'each' }

// Shows: R05, V2.3.3
test.each(['before', 'after'] as const)(
  'cut %s the commit, everything happens once',
  async (cut) => {
    broken = 0
    let asked = 0
    while (broken < cases) {
      asked += 4
      expect(asked, 'too few of them break').toBeLessThan(cases * 3)
      const { id: customer_id } = await newCustomer(client)
      const made = await despite(cut, (key) =>
        client.put('/invoice', { customer_id, lines: [line], discount_percent: '10' }, key),
      )
      expect(made.status, made.text).toBe(201)
      expect(
        await count('select count(*) from invoices where customer_id = $1', [customer_id]),
      ).toBe(1)

      const { id } = made.body.data
      const sent = await despite(cut, (key) =>
        client.post('/invoice/approve', { id, send: true, posted: true }, key),
      )
      expect(sent.body.data.invoice_status, sent.text).toBe('invoiced')
      const paid = await despite(cut, (key) =>
        client.put(
          '/invoicepayment',
          { customer_id, amount_incl_gst: '150.00', payment_date: todayOf(world) },
          key,
        ),
      )
      expect(paid.status, paid.text).toBe(201)
      const back = await despite(cut, (key) =>
        client.post(
          '/invoicepayment/refund',
          { id: paid.body.data.id, amount: '10.00', reason: 'Paid too much' },
          key,
        ),
      )
      expect(back.status, back.text).toBe(200)
      const entries = 'select count(*) from transactions where customer_id = $1 and event = $2'
      for (const event of ['invoice_sent', 'money_received', 'refund'])
        expect(await count(entries, [customer_id, event]), event).toBe(1)
      const where = { organisation_id: world.organisations[0], user_id: null }
      const found = await world.database.read(where, (conn) =>
        violations(conn, todayOf(world), [customer_id]),
      )
      expect(found).toEqual([])
    }
    console.log(`${asked} calls, ${broken} cut ${cut} the commit`)
    // The rest of the world went on meanwhile.
    await sentInvoice(client, (await newCustomer(client)).id)
  },
  300_000,
)

test.each(['before', 'after'] as const)(
  'cut %s the commit of a create, there is one of it',
  async (cut) => {
    for (let round = 0; round < cases; round += 1) {
      const sent = { name: `Cut ${cut} ${round}`, email: `cut.${cut}.${round}@mail.example` }
      const made = await despite(cut, (key) => client.put('/customer', sent, key))
      expect(made.status, made.text).toBe(201)
      const told = `select count(*) from history where changes -> 'email' ->> 1 = $1`
      expect(await count('select count(*) from customers where email = $1', [sent.email])).toBe(1)
      expect(await count(told, [sent.email])).toBe(1)
    }
  },
  60_000,
)
