import { afterAll, beforeAll, expect, test } from 'vitest'
import { databaseBefore } from '#tests/support/database-before.ts'

let before: Awaited<ReturnType<typeof databaseBefore>>

beforeAll(async () => {
  before = await databaseBefore('0060_debits_typed_by_hand.sql')
})
afterAll(() => before.close())

test('direct debits that were typed by hand lie on the bank, and no longer with a provider', async () => {
  const { owner } = before
  const { rows } = await owner.query<{ id: string }>(
    `insert into organisations (name, is_active) values ('Typed Energy', true) returning id`,
  )
  const organisation = rows[0]?.id
  await owner.query(`select set_config('app.organisation_id', $1, false)`, [organisation])
  await owner.query(
    `with c as (insert into customers (organisation_id, name) values ($1, 'Mere') returning id),
     p as (insert into invoicepayments (organisation_id, payment_status, customer_id, payment_date,
         payment_type, amount_incl_gst)
       select $1, 'received', id, '2026-10-01', 'direct_debit', 80 from c returning id, customer_id),
     t as (insert into transactions (organisation_id, event, transaction_date, amount, customer_id,
         invoicepayment_id, actor_name, source, request_id)
       select $1, 'money_received', '2026-10-01', 80, customer_id, id, 'Aroha', 'session', 'r' from p
       returning id, customer_id)
     insert into accounttransactions (organisation_id, transaction_id, account, amount,
       transaction_date, customer_id)
     select $1, t.id, x.account, x.amount, '2026-10-01', t.customer_id
     from t cross join (values (1010, 80), (2100, -80)) x (account, amount)`,
    [organisation],
  )
  await before.migrate()
  await owner.query(`select set_config('app.organisation_id', $1, false)`, [organisation])
  const { rows: sums } = await owner.query(
    `select account, sum(amount)::text as amount from accounttransactions group by account order by 1`,
  )
  expect(sums).toEqual([
    { account: 1000, amount: '80.00' },
    { account: 1010, amount: '0.00' },
    { account: 2100, amount: '-80.00' },
  ])
})
