import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeWorld, scope, type World } from '#tests/support/world.ts'

let world: World
beforeAll(async () => {
  world = await makeWorld()
})
afterAll(() => world.close())

const MANY = 400

const CUSTOMER = `insert into customers (organisation_id, customer_number, name, customer_status)
  values ($1, 'C-MANY', 'Many Invoices', 'active') returning id`
const INVOICES = `insert into invoices (organisation_id, customer_id, invoice_number, invoice_status,
    billing, split_collection, invoice_date, invoiced_date, due_date)
  select $1, $2, 'MANY-' || n, 'cancelled', 'standard', 'direct', '2026-05-05', '2026-05-05',
    '2026-05-20' from generate_series(1, $3::int) n`
const ENTRIES = `insert into transactions (organisation_id, event, transaction_date, amount,
    customer_id, invoice_id, actor_name, source, request_id)
  select organisation_id, 'invoice_sent', invoiced_date, 11.5, customer_id, id, 'Many', 'system', 'many'
  from invoices where organisation_id = $1 and customer_id = $2`
const LINES = `insert into accounttransactions (organisation_id, transaction_id, account, amount,
    transaction_date, customer_id, invoice_id)
  select t.organisation_id, t.id, x.account, x.amount, t.transaction_date, t.customer_id,
    t.invoice_id from transactions t
    cross join (values (1190, 11.50), (1100, -11.50)) x (account, amount)
  where t.organisation_id = $1 and t.customer_id = $2`
const READ = `select sum(idx_tup_read)::int as entries from pg_stat_user_indexes
  where relname = 'transactions'`

test('the days of many invoices sent at once are noted by their own entries, in books that PostgreSQL never looked at', async () => {
  const { owner } = world
  const organisation_id = world.organisations[0] ?? 0
  await scope(owner, organisation_id)
  const { rows } = await owner.query(CUSTOMER, [organisation_id])
  const customer_id = rows[0].id
  await owner.query(INVOICES, [organisation_id, customer_id, MANY])
  await owner.query(ENTRIES, [organisation_id, customer_id])
  const before = await entriesRead()
  await owner.query(LINES, [organisation_id, customer_id])
  // In so small a table it may go through one organisation's entries for each, and not for each pair.
  expect((await entriesRead()) - before).toBeLessThan(5 * MANY ** 2)
})

async function entriesRead(): Promise<number> {
  await world.owner.query('select pg_stat_force_next_flush()')
  await world.owner.query('select pg_stat_clear_snapshot()')
  const { rows } = await world.owner.query(READ)
  return rows[0].entries
}
