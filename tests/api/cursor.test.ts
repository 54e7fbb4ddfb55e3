import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Client } from '#tests/support/client.ts'
import { makeWorld, type World } from '#tests/support/world.ts'

const ROWS = 40
let world: World
let client: Client

beforeAll(async () => {
  world = await makeWorld()
  client = await world.as('user')
  const [organisation_id] = world.organisations
  await world.database.write({ organisation_id, user_id: null }, async (conn) => {
    await conn.query(
      `insert into customers (organisation_id, customer_number, name) values ($1, 'S-1', 'One')`,
      [organisation_id],
    )
    // Few days and many without one, so that pages end among equals and among nulls.
    await conn.query(
      `insert into contracts (organisation_id, contract_number, contract_status, customer_id,
         date_start, date_end, icp_type)
       select $1, 'K-' || i, 'draft', (select id from customers limit 1),
         case when i % 4 > 0 then date '2026-01-01' + i % 3 end,
         case when i % 5 > 1 then date '2027-01-01' + i % 4 end,
         case when i % 2 = 0 then 'gas' end
       from generate_series(1, ${ROWS}) i`,
      [organisation_id],
    )
  })
})
afterAll(() => world.close())

async function page(ask: Record<string, string | number>) {
  const reply = await client.get('/contracts', ask)
  expect(reply.status, reply.text).toBeLessThan(300)
  const ids: number[] = reply.body.data.map((row: { id: number }) => row.id)
  return { ids, next: reply.body.info.next_cursor }
}

test.each([
  'date_end',
  '-date_end',
  'date_start,date_end',
  '-date_start,-date_end',
  'date_start,-date_end',
  '-date_end,date_start,icp_type',
  'icp_type,-id',
])('pages by cursor through %s show every row once, empty ones in their place', async (order) => {
  const whole = await page({ order, limit: ROWS })
  const walked: number[] = []
  for (let cursor = ''; walked.length <= ROWS; ) {
    const { ids, next } = await page({ order, limit: 3, ...(cursor ? { cursor } : {}) })
    walked.push(...ids)
    if (!next) break
    cursor = next
  }
  expect(whole.ids).toHaveLength(ROWS)
  expect(walked).toEqual(whole.ids)
})
