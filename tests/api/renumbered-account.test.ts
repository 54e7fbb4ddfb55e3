import { afterAll, beforeAll, expect, test } from 'vitest'
import { databaseBefore } from '#tests/support/database-before.ts'

let database: Awaited<ReturnType<typeof databaseBefore>>
let owner: typeof database.owner

beforeAll(async () => {
  database = await databaseBefore('0023_suppliers_money.sql')
  owner = database.owner
}, 120_000)
afterAll(() => database.close())

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
  await database.migrate()
  const renumbered = before.map((line) =>
    line.account === 4900 ? { ...line, account: 2500 } : line,
  )
  expect(await lines()).toEqual(renumbered)
  const change = owner.query('update accounttransactions set account = 1000')
  await expect(change).rejects.toThrow('The books are only added to.')
})
