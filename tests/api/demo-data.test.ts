import { afterAll, beforeAll, expect, test } from 'vitest'
import { customer } from '#domain/customers/customer.ts'
import { mandateStatuses } from '#domain/customers/mandate-status.ts'
import { defaultOptionValues } from '#domain/identity/option-defaults.ts'
import { bankAccountProblem } from '#domain/kit/bank-account.ts'
import { fieldsOf } from '#domain/kit/entity.ts'
import { buildApp } from '#server/app.ts'
import { systemClock } from '#server/context.ts'
import { seedDemo } from '#server/demo/seed-demo.ts'
import { type Database, openDatabase } from '#server/kit/database.ts'
import { unseal } from '#server/kit/seal.ts'
import { makeClient } from '#tests/support/client.ts'
import { testConfig } from '#tests/support/config.ts'
import { cloneDatabase, type TestDatabase } from '#tests/support/database.ts'

const config = testConfig()
let copy: TestDatabase
let database: Database
let elapsedMs: number

beforeAll(async () => {
  copy = await cloneDatabase()
  database = openDatabase({ url: copy.appUrl })
  const started = performance.now()
  await seedDemo({ database, config })
  elapsedMs = performance.now() - started
})

afterAll(async () => {
  await database.close()
  await copy.drop()
})

function query<R>(sql: string, organisation_id = 1): Promise<R[]> {
  return database.read({ organisation_id, user_id: null }, (conn) => conn.query<R>(sql))
}

test('the demonstration is filled in less than two seconds', () => {
  expect(elapsedMs).toBeLessThan(2000)
})

test('filling twice changes nothing', async () => {
  const count = 'select (select count(*) from users) as users, count(*) from customers'
  const before = await query(count)
  await seedDemo({ database, config })
  expect(await query(count)).toEqual(before)
})

test('both brokers have their customers, and Harbour at least sixty', async () => {
  const live = 'select count(*)::int as count from customers where deleted_at is null'
  const [[first], [second]] = [
    await query<{ count: number }>(live, 1),
    await query<{ count: number }>(live, 2),
  ]
  expect(first?.count).toBeGreaterThanOrEqual(60)
  expect(second?.count).toBe(12)
  const [deleted] = await query<{ count: number }>(
    'select count(*)::int as count from customers where deleted_at is not null',
  )
  expect(deleted?.count).toBeGreaterThanOrEqual(2)
})

test('every status of a customer and of a mandate can be seen', async () => {
  const found = await query<{ status: string; mandate: string | null }>(
    `select distinct customer_status as status, gocardless_mandate_status as mandate
     from customers where deleted_at is null`,
  )
  const statuses = new Set(found.map((row) => row.status))
  const mandates = new Set(found.map((row) => row.mandate))
  expect(statuses).toEqual(new Set(defaultOptionValues.customer_status))
  expect(mandates).toEqual(new Set([null, ...mandateStatuses]))
})

test('balances add up and industries come from the list', async () => {
  const wrong = await query(
    'select id from customers where balance_total <> balance_current + balance_overdue',
  )
  expect(wrong).toEqual([])
  const industries = await query<{ value: string }>(
    'select distinct customer_industry as value from customers where customer_industry is not null',
  )
  for (const { value } of industries) expect(defaultOptionValues.customer_industry).toContain(value)
})

test('bank accounts are sealed and pass their checksums', async () => {
  const rows = await query<{ stored: string }>(
    'select bank_account_number as stored from customers where bank_account_number is not null',
  )
  expect(rows.length).toBeGreaterThan(40)
  for (const { stored } of rows) {
    const number = unseal(config.secrets.fields, stored)
    expect(stored).not.toContain(number)
    expect(bankAccountProblem(number)).toEqual({ error: null, warning: null })
  }
})

test('the history of every customer ends in its version, and shows no masked value', async () => {
  const rows = await query(
    `select c.id from customers c where version is distinct from
       (select max(object_version) from history h
        where h.object_class = 'customer' and h.object_id = c.id)`,
  )
  expect(rows).toEqual([])
  const masked = fieldsOf(customer).filter(([, field]) => field.options.masked)
  for (const [name] of masked) {
    const shown = await query<{ value: string }>(
      `select changes #>> '{${name},1}' as value from history
       where object_class = 'customer' and changes ? '${name}'`,
    )
    for (const { value } of shown) expect(value).toMatch(/^••••/)
  }
})

test('the next customer continues the series', async () => {
  const [row] = await query<{ free: boolean }>(
    `select not exists (select from customers where customer_number = prefix || next_value) as free
     from series where name = 'customer_number'`,
  )
  expect(row?.free).toBe(true)
})

test('everybody named on the start screen can sign in', async () => {
  const app = await buildApp({ config, database, clock: systemClock })
  for (const name of ['padmin', 'admin', 'manager', 'accounting', 'user', 'other-admin']) {
    const reply = await makeClient(app).signIn(name, 'demo-harbour-2026')
    expect(reply.status, `${name}: ${reply.text}`).toBe(200)
  }
  await app.close()
})
