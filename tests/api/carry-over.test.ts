import { readdirSync, readFileSync } from 'node:fs'
import pg from 'pg'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { violations } from '#server/books/invariants-check.ts'
import { migrate } from '#server/kit/database/migrate.ts'
import { emptyDatabase } from '#tests/support/database.ts'
import type { TestDatabase } from '#tests/support/filled-database.ts'
import { ownMigrations } from '#tests/support/own-migrations.ts'

// Books that were kept before there were adjustments: entries by hand about accounts become some.
const files = new URL('../../migrations/', import.meta.url)
const all = readdirSync(files).sort()
const before = all.slice(
  0,
  all.findIndex((name) => name.endsWith('_adjustments.sql')),
)

let database: TestDatabase
let client: pg.Client

beforeAll(async () => {
  database = await emptyDatabase()
  const older = ownMigrations(
    Object.fromEntries(before.map((name) => [name, readFileSync(new URL(name, files), 'utf8')])),
  )
  await bring(older.path)
  client = new pg.Client({ connectionString: database.ownerUrl })
  await client.connect()
  await client.query(
    `insert into organisations (name, is_active) values ('First', true), ('Second', true)`,
  )
  await owner(1)
  await bookedByHand()
  await bookedAtSuppliers()
  await bring()
}, 60_000)
afterAll(async () => {
  await client.end()
  await database.drop()
})

async function bring(folder?: string): Promise<void> {
  const { appRole, appRolePassword } = inject('cluster')
  const ownerUrl = database.ownerUrl
  await migrate({ ownerUrl, appRole, appRolePassword, queues: [], log: () => {}, folder })
}

const owner = (organisation_id: number) =>
  client.query(`select set_config('app.organisation_id', $1, false)`, [String(organisation_id)])

type Lines = [account: number, amount: string][]

const entries: [customer: string, reason: string, lines: Lines][] = [
  [
    'Owes',
    'Brought over',
    [
      [1100, '72.05'],
      [4010, '-62.65'],
      [2300, '-9.40'],
    ],
  ],
  [
    'In credit',
    'Sorry',
    [
      [1100, '-45.20'],
      [6000, '45.20'],
    ],
  ],
  [
    'Both',
    'Moved',
    [
      [1100, '30.00'],
      [2100, '-30.00'],
    ],
  ],
  [
    'Mixed',
    'Moved and asked',
    [
      [1100, '50.00'],
      [2100, '-20.00'],
      [4010, '-30.00'],
    ],
  ],
  [
    'Not theirs',
    'Fees',
    [
      [4030, '5.00'],
      [4010, '-5.00'],
    ],
  ],
]

async function bookedByHand(): Promise<void> {
  for (const [name, reason, lines] of entries) {
    const owed = lines.filter(([account]) => [1100, 2100].includes(account))
    const total = owed.reduce((sum, [, amount]) => sum + Number(amount), 0).toFixed(2)
    const credit = lines
      .filter(([account]) => account === 2100)
      .map(([, amount]) => -Number(amount))
    const { rows } = await client.query<{ id: string }>(
      `insert into customers (organisation_id, name, customer_status, balance_total,
         balance_current, balance_overdue, account_credit)
       values (1, $1, 'active', $2, $2, 0, $3) returning id`,
      [name, total, credit[0] ?? 0],
    )
    await client.query(
      `with t as (insert into transactions (organisation_id, event, transaction_date, amount,
           customer_id, reason, actor_name, source, request_id)
         values (1, 'manual', '2026-03-01', $2, $1, $3, 'Hana', 'web', 'before') returning id)
       insert into accounttransactions (organisation_id, transaction_id, account, amount,
         transaction_date, customer_id)
       select 1, t.id, account, amount, '2026-03-01', $1
       from t, unnest($4::int[], $5::numeric[]) x (account, amount)`,
      [
        rows[0]?.id,
        lines.reduce((sum, [, amount]) => sum + Math.max(0, Number(amount)), 0),
        reason,
        lines.map(([account]) => account),
        lines.map(([, amount]) => amount),
      ],
    )
  }
}

const atSuppliers: [supplier: string, reason: string, lines: Lines][] = [
  [
    'Owed',
    'From the old books',
    [
      [2000, '-72.05'],
      [3000, '72.05'],
    ],
  ],
  [
    'In our favour',
    'Paid twice',
    [
      [1210, '45.20'],
      [5000, '-45.20'],
    ],
  ],
  [
    'Moved',
    'From credit to a bill',
    [
      [2000, '30.00'],
      [1210, '-30.00'],
    ],
  ],
  [
    'Only costs',
    'Between two costs',
    [
      [5000, '5.00'],
      [5900, '-5.00'],
    ],
  ],
]

async function bookedAtSuppliers(): Promise<void> {
  for (const [name, reason, lines] of atSuppliers)
    await client.query(
      `with s as (insert into suppliers (organisation_id, name) values (1, $1) returning id),
       t as (insert into transactions (organisation_id, event, transaction_date, amount, supplier_id,
           reason, actor_name, source, request_id)
         select 1, 'manual', '2026-03-01', $2, s.id, $3, 'Hana', 'web', 'before' from s
         returning id, supplier_id)
       insert into accounttransactions (organisation_id, transaction_id, account, amount,
         transaction_date, supplier_id)
       select 1, t.id, account, amount, '2026-03-01', t.supplier_id
       from t, unnest($4::int[], $5::numeric[]) x (account, amount)`,
      [
        name,
        lines.reduce((sum, [, amount]) => sum + Math.max(0, Number(amount)), 0),
        reason,
        lines.map(([account]) => account),
        lines.map(([, amount]) => amount),
      ],
    )
}

test('those about an account with a supplier are adjustments of the supplier', async () => {
  const { rows } = await client.query(
    `select s.name, d.kind, d.side, d.amount::text, d.reason, d.adjustment_status, d.balance::text,
       d.credit_left::text from adjustments d join suppliers s on s.id = d.supplier_id order by d.id`,
  )
  expect(rows).toMatchObject([
    { name: 'Owed', side: 'debit', balance: '72.05', adjustment_status: 'invoiced' },
    { name: 'In our favour', side: 'credit', credit_left: '45.20', reason: 'Paid twice' },
  ])
  const { rows: booked } = await client.query(
    `select s.name, t.event, json_object_agg(a.account, a.amount::text) as lines
     from transactions t join accounttransactions a on a.transaction_id = t.id
     join suppliers s on s.id = t.supplier_id
     where t.event <> 'manual' group by s.name, t.id order by t.id`,
  )
  expect(booked.map((row) => [row.name, row.event, row.lines])).toEqual([
    ['Owed', 'manual_reversed', { 2000: '72.05', 3000: '-72.05' }],
    ['Owed', 'correction', { 2000: '-72.05', 3000: '72.05' }],
    ['In our favour', 'manual_reversed', { 1210: '-45.20', 5000: '45.20' }],
    ['In our favour', 'correction', { 1210: '45.20', 5000: '-45.20' }],
    ['Moved', 'manual_reversed', { 1210: '30.00', 2000: '-30.00' }],
  ])
})

test('each that was about an account is an adjustment now, with its reason', async () => {
  const { rows } = await client.query(
    `select c.name, d.adjustment_number, d.kind, d.side, d.amount::text, d.gst_amount::text,
       d.reason, d.adjustment_status, d.balance::text, d.credit_left::text
     from adjustments d join customers c on c.id = d.customer_id order by d.id`,
  )
  const debt = { kind: 'correction', side: 'debit', adjustment_status: 'invoiced' }
  expect(rows).toMatchObject([
    { ...debt, name: 'Owes', adjustment_number: 'ADJ-1001', amount: '72.05', gst_amount: '9.40' },
    { name: 'In credit', side: 'credit', credit_left: '45.20', reason: 'Sorry' },
    { ...debt, name: 'Mixed', balance: '30.00', gst_amount: '0.00' },
  ])
})

test('every entry that was carried over is taken back once, and booked as a document', async () => {
  const { rows } = await client.query(
    `select c.name, t.event, json_object_agg(a.account, a.amount::text) as lines
     from transactions t join accounttransactions a on a.transaction_id = t.id
     join customers c on c.id = t.customer_id
     where t.event <> 'manual' group by c.name, t.id order by t.id`,
  )
  expect(rows.map((row) => [row.name, row.event, row.lines])).toEqual([
    ['Owes', 'manual_reversed', { 1100: '-72.05', 2300: '9.40', 4010: '62.65' }],
    ['Owes', 'correction', { 1100: '72.05', 2300: '-9.40', 4010: '-62.65' }],
    ['In credit', 'manual_reversed', { 1100: '45.20', 6000: '-45.20' }],
    ['In credit', 'correction', { 2100: '-45.20', 6000: '45.20' }],
    ['Both', 'manual_reversed', { 1100: '-30.00', 2100: '30.00' }],
    ['Mixed', 'manual_reversed', { 1100: '-50.00', 2100: '20.00', 4010: '30.00' }],
    ['Mixed', 'correction', { 1100: '30.00', 4010: '-30.00' }],
  ])
})

test('balances are what they were, credit is credit, and the books hold', async () => {
  const { rows } = await client.query(
    `select name, balance_total::text, account_credit::text from customers order by id`,
  )
  expect(rows).toEqual([
    { name: 'Owes', balance_total: '72.05', account_credit: '0.00' },
    { name: 'In credit', balance_total: '-45.20', account_credit: '45.20' },
    { name: 'Both', balance_total: '0.00', account_credit: '0.00' },
    { name: 'Mixed', balance_total: '30.00', account_credit: '0.00' },
    { name: 'Not theirs', balance_total: '0.00', account_credit: '0.00' },
  ])
  const asked = {
    query: async (text: string, values?: unknown[]) => (await client.query(text, values)).rows,
  }
  expect(await violations(asked, '2026-11-16')).toEqual([])
})
