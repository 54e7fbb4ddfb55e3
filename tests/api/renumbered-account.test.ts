import { readdirSync, readFileSync } from 'node:fs'
import pg from 'pg'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { jobs } from '#server/jobs.ts'
import { migrate } from '#server/kit/database/migrate.ts'
import { emptyDatabase } from '#tests/support/database.ts'
import type { TestDatabase } from '#tests/support/filled-database.ts'
import { ownMigrations } from '#tests/support/own-migrations.ts'

const RENUMBERED = '0023_suppliers_money.sql'
const source = new URL('../../migrations/', import.meta.url)
const read = (name: string) => readFileSync(new URL(name, source), 'utf8')

let database: TestDatabase
let folder: ReturnType<typeof ownMigrations>
let owner: pg.Client

beforeAll(async () => {
  database = await emptyDatabase()
  const before = readdirSync(source).filter(
    (name) => /^\d+_.*\.sql$/.test(name) && name < RENUMBERED,
  )
  folder = ownMigrations(Object.fromEntries(before.map((name) => [name, read(name)])))
  await run()
  owner = new pg.Client({ connectionString: database.ownerUrl })
  await owner.connect()
}, 120_000)
afterAll(async () => {
  await owner.end()
  await database.drop()
  folder.remove()
})

function run() {
  const { appRole, appRolePassword } = inject('cluster')
  const log = () => {}
  const { ownerUrl } = database
  return migrate({ ownerUrl, appRole, appRolePassword, queues: jobs, log, folder: folder.path })
}

const lines = async () =>
  (
    await owner.query(
      'select id, transaction_id, account, amount, transaction_date from accounttransactions order by id',
    )
  ).rows

test('suppliers’ money gets its own number, and the books are guarded as before', async () => {
  const { rows } = await owner.query(`insert into organisations (name) values ('One') returning id`)
  const organisation_id = rows[0].id
  await owner.query(`select set_config('app.organisation_id', $1, false)`, [organisation_id])
  const entry = await owner.query(
    `insert into transactions (organisation_id, event, transaction_date, amount, actor_name, source,
       request_id) values ($1, 'invoice_sent', '2026-05-05', 10, 'Somebody', 'web', 'r') returning id`,
    [organisation_id],
  )
  await owner.query(
    `insert into accounttransactions (organisation_id, transaction_id, account, amount,
       transaction_date) values ($1, $2, 1100, 10, '2026-05-05'), ($1, $2, 4900, -10, '2026-05-05')`,
    [organisation_id, entry.rows[0].id],
  )
  const before = await lines()
  folder.write(RENUMBERED, read(RENUMBERED))
  await run()
  const renumbered = before.map((line) =>
    line.account === 4900 ? { ...line, account: 2500 } : line,
  )
  expect(await lines()).toEqual(renumbered)
  const change = owner.query('update accounttransactions set account = 1000')
  await expect(change).rejects.toThrow('The books are only added to.')
})
