import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildApp } from '#server/app.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { type Client, makeClient } from '#tests/support/client.ts'
import { testConfig } from '#tests/support/config.ts'
import { type CountingDatabase, countingDatabase } from '#tests/support/counting-database.ts'
import { makeWorld, password, type World } from '#tests/support/world.ts'

const ROWS = 200
let world: World
let app: Awaited<ReturnType<typeof buildApp>>
let client: Client
let counted: CountingDatabase

beforeAll(async () => {
  world = await makeWorld()
  const [organisation_id] = world.organisations
  await world.database.write({ organisation_id, user_id: null }, (conn) =>
    fill(conn, organisation_id),
  )
  counted = countingDatabase(world.database)
  app = await buildApp({
    config: testConfig(),
    database: counted.database,
    clock: world.clock,
  })
  client = makeClient(app)
  const reply = await client.signIn('manager', password)
  expect(reply.status, reply.text).toBe(200)
})
afterAll(async () => {
  await app.close()
  await world.close()
})

/** Every row refers to a customer, a supplier, a partner and somebody of the staff of its own. */
async function fill(conn: Conn, organisation_id: number): Promise<void> {
  const made = (table: string, columns: string, values: string) =>
    conn.query(
      `insert into ${table} (organisation_id, ${columns})
       select $1, ${values} from generate_series(1, ${ROWS}) i`,
      [organisation_id],
    )
  await made('customers', 'customer_number, name', `'S-' || i, 'Customer ' || i`)
  await made('suppliers', 'name, is_active', `'Supplier ' || i, true`)
  await made('partners', 'name, is_active', `'Partner ' || i, true`)
  await made('staffs', 'name, is_active', `'Person ' || i, true`)
  const id = (table: string) => `(select id from ${table} where name like '% ' || i limit 1)`
  await made(
    'contracts',
    'contract_number, contract_status, customer_id, supplier_id, partner_id, staff_id, connections',
    `'K-' || i, 'draft', ${id('customers')}, ${id('suppliers')}, ${id('partners')}, ${id('staffs')},
     array['C' || i]`,
  )
  await made('meters', 'meter_number, customer_id', `'M-' || i, ${id('customers')}`)
}

async function statementsFor(path: string, limit: number): Promise<number> {
  counted.taken()
  const reply = await client.get(path, { limit })
  expect(reply.body.data, reply.text).toHaveLength(limit)
  return counted.taken().length
}

// The page with the names of what it refers to is one statement and the version of its rows another;
// the total and the session may each want one more, whatever the number of rows.
const MOST = 4

test.each(['/contracts', '/meters', '/customers'])(
  '%s with 200 rows asks the database no more than with 10',
  async (path) => {
    for (const limit of [10, ROWS]) {
      const asked = await statementsFor(path, limit)
      expect(asked, `${limit} rows`).toBeGreaterThan(0)
      expect(asked, `${limit} rows`).toBeLessThanOrEqual(MOST)
    }
  },
)

test('a list by a search looks once for what is found, for the page, the total and the sums', async () => {
  counted.taken()
  const asked = { q: 'customer', limit: 10, sum: 'balance_total', customer_type: 'none' }
  const reply = await client.get('/customers', asked)
  expect(reply.body.info, reply.text).toMatchObject({ total: 0, sums: { balance_total: '0' } })
  const looked = counted.taken().filter((text) => text.includes('find_ids'))
  expect(looked).toHaveLength(1)
})
