import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { todayOf } from '#server/kit/http/context.ts'
import { newCustomer, sentInvoice } from '#tests/support/billing.ts'
import type { Client } from '#tests/support/client.ts'
import { makeWorld, scope, type World } from '#tests/support/world.ts'

// A total is kept for a moment, and never longer than it is true: whoever changes a row.
let world: World
let user: Client
/** Another process, which knows nothing of the server. */
let other: pg.Client

beforeAll(async () => {
  world = await makeWorld()
  user = await world.as('manager')
  other = new pg.Client({ connectionString: world.appUrl })
  await other.connect()
  await scope(other, world.organisations[0])
})
afterAll(async () => {
  await other.end()
  await world.close()
})

async function total(path: string, query: Record<string, string> = {}): Promise<number> {
  return (await user.get(path, query)).body.info.total
}

function addPartner(name: string) {
  const sql = 'insert into partners (organisation_id, name, is_active) values ($1, $2, true)'
  return other.query(sql, [world.organisations[0], name])
}

test('what another process adds, changes and removes is counted at once', async () => {
  const before = await total('/suppliers')
  const { rows } = await other.query<{ id: string }>(
    `insert into suppliers (organisation_id, name, is_active)
     select $1, 'Supplier ' || n, true from generate_series(1, 7) n returning id`,
    [world.organisations[0]],
  )
  expect(await total('/suppliers')).toBe(before + 7)
  const active = await total('/suppliers', { is_active: 'true' })
  await other.query('update suppliers set is_active = false where id = $1', [rows[0]?.id])
  expect(await total('/suppliers', { is_active: 'true' })).toBe(active - 1)
  await other.query('update suppliers set deleted_at = now() where id = $1', [rows[1]?.id])
  await other.query('delete from suppliers where id = $1', [rows[2]?.id])
  expect(await total('/suppliers')).toBe(before + 5)
})

test('a change that is undone leaves the total as it was', async () => {
  const before = await total('/partners')
  await other.query('begin')
  await addPartner('Undone')
  expect(await total('/partners')).toBe(before)
  await other.query('rollback')
  expect(await total('/partners')).toBe(before)
})

test('a total counted while a change was under way does not outlive its commit', async () => {
  const before = await total('/partners')
  await other.query('begin')
  await addPartner('Of another process')
  const made = await user.put('/partner', { name: 'Made meanwhile', is_active: true })
  expect(made.status, made.text).toBe(201)
  expect(await total('/partners')).toBe(before + 1)
  await other.query('commit')
  expect(await total('/partners')).toBe(before + 2)
})

test('a question about other tables is counted again when those change', async () => {
  const question = '/customers/active/neverinvoiced'
  const before = await total(question)
  const { id } = await newCustomer(user)
  expect(await total(question)).toBe(before + 1)
  await other.query(
    `insert into contracts (organisation_id, contract_number, contract_status, customer_id,
       billed_to_date, connections) values ($1, 'T-1', 'draft', $2, '2026-01-31', array['T1'])`,
    [world.organisations[0], id],
  )
  expect(await total(question)).toBe(before)
})

test('after a payment the open invoices are as many as the list shows', async () => {
  const accounting = await world.as('accounting')
  const { id: customer_id } = await newCustomer(user)
  for (let n = 0; n < 3; n += 1) await sentInvoice(accounting, customer_id)
  const open = () => user.get('/invoices', { customer_id, invoice_status: 'invoiced' })
  expect((await open()).body.info.total).toBe(3)
  const paid = await accounting.put('/invoicepayment', {
    customer_id,
    amount_incl_gst: '207.00',
    payment_date: todayOf(world),
  })
  expect(paid.status, paid.text).toBe(201)
  const { body } = await open()
  expect([body.info.total, body.data.length]).toEqual([1, 1])
})

test('writers of one table do not wait for each other', async () => {
  await other.query('begin')
  await addPartner('Still open')
  const began = performance.now()
  const made = await user.put('/partner', { name: 'Not held up', is_active: true })
  expect(made.status, made.text).toBe(201)
  expect(performance.now() - began).toBeLessThan(10_000)
  await other.query('rollback')
})

test('a list counts as far as anybody turns pages, and to the last row when it is asked to', async () => {
  await scope(world.owner, world.organisations[0])
  await world.owner.query(
    `insert into customers (organisation_id, name, customer_status, balance_total)
     select $1, 'Crowd ' || n, case when n % 20 = 0 then 'active' else 'prospect' end, 1
     from generate_series(1, 10050) n`,
    [world.organisations[0]],
  )
  const ask = async (query: object) =>
    (await user.get('/customers', { limit: 1, sum: 'balance_total', ...query })).body.info
  const all = await world.owner.query<{ n: number; owed: string }>(
    `select count(*)::int as n, sum(balance_total)::text as owed from customers
     where organisation_id = $1 and deleted_at is null`,
    [world.organisations[0]],
  )
  expect(await ask({})).toMatchObject({ total: 10_000, total_is_more: true })
  expect(await ask({})).not.toHaveProperty('sums')
  const exact = await ask({ exact: 1 })
  expect(exact).toMatchObject({ total: all.rows[0]?.n, sums: { balance_total: all.rows[0]?.owed } })
  expect(exact).not.toHaveProperty('total_is_more')
  // A search reads its first thousand, and says so even where a filter leaves fewer of them.
  expect(await ask({ q: 'crowd' })).toMatchObject({ total: 1000, total_is_more: true })
  const few = await ask({ q: 'crowd', customer_status: 'active' })
  expect(few.total_is_more).toBe(true)
  expect(few.total).toBeLessThan(503)
  const one = await ask({ q: 'crowd 10050' })
  expect(one).toMatchObject({ total: 1, sums: { balance_total: '1.00' } })
  expect(one).not.toHaveProperty('total_is_more')
})

test('a list finds what was mistyped, and says what it looked for', async () => {
  await user.put('/customer', { name: 'Pōhutukawa Lodge' })
  const found = await user.get('/customers', { q: 'pohutakawa' })
  expect(found.body.info.meant).toBe('pohutukawa')
  expect(found.body.data.map(({ name }: { name: string }) => name)).toEqual(['Pōhutukawa Lodge'])
})

const fileOf = async (query: object) => {
  const file = await user.get('/customers/csv', { fields: 'name', ...query })
  expect(file.status, file.text).toBe(200)
  return file.text.trim().split(/\r?\n/).slice(1)
}

test('the file of a search holds every row it finds, however many the list counts', async () => {
  const list = await user.get('/customers', { q: 'crowd', limit: 1 })
  expect(list.body.info).toMatchObject({ total: 1000, total_is_more: true })
  expect(await fileOf({ q: 'crowd' })).toHaveLength(10_050)
  expect(await fileOf({ q: 'crowd', customer_status: 'active' })).toHaveLength(502)
})

test('the file of a mistyped search holds what its list shows', async () => {
  expect((await fileOf({ q: 'pohutakawa' })).join()).toContain('Pōhutukawa Lodge')
  expect(await fileOf({ q: 'xqzvwkj' })).toEqual([])
})
