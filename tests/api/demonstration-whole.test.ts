import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { entities } from '#domain/entities.ts'
import { type Database, openDatabase } from '#server/kit/database/database.ts'
import { cloneDatabase } from '#tests/support/database.ts'
import { demoDatabase } from '#tests/support/demo-database.ts'
import type { TestDatabase } from '#tests/support/filled-database.ts'
import { runQueue } from '#tests/support/run-queue.ts'

let copy: TestDatabase
let database: Database
let owner: pg.Client
let user_id: number

beforeAll(async () => {
  copy = await cloneDatabase(demoDatabase)
  database = openDatabase({ url: copy.appUrl })
  owner = new pg.Client({ connectionString: copy.ownerUrl })
  await owner.connect()
  const [desk] = await query<{ id: number }>(`select id from users where username = 'user'`)
  user_id = desk?.id ?? 0
  // What the worker does within a moment of the start.
  await runQueue({ owner, database }, {}, 'make-export')
}, 300_000)
afterAll(async () => {
  await owner.end()
  await database.close()
  await copy.drop()
})

function query<R>(sql: string, organisation_id = 1, as: number | null = null): Promise<R[]> {
  const scope = { organisation_id, user_id: as }
  return database.read(scope, (conn) => conn.query<R>(sql))
}

/** In both offices. */
async function nobody(sql: string): Promise<void> {
  for (const organisation_id of [1, 2]) expect(await query(sql, organisation_id)).toEqual([])
}

describe('every status', () => {
  // The worker is in the middle of it, for seconds.
  const atWork: Record<string, string[]> = {
    rateimport: ['checking', 'accepting', 'undoing'],
    readingimport: ['checking', 'accepting', 'undoing'],
    billimport: ['checking', 'accepting', 'undoing'],
    bankimport: ['checking', 'accepting', 'undoing'],
    billingrun: ['running', 'approving', 'sending'],
    export: ['waiting', 'running'],
    message: ['sending'],
    bulkmessage: ['running'],
  }
  const unreachable: Record<string, string[]> = {
    // Refused in the call that brings it; only files of thousands of rows are read afterwards.
    rateimport: ['failed'],
    billimport: ['failed'],
    bankimport: ['failed'],
    // Files of readings are refused where their columns are unknown.
    readingimport: ['mapping'],
    // What fails in a run is an account, and the run goes on.
    billingrun: ['failed'],
  }
  const machines = entities.filter(({ machine }) => machine !== null)

  test('there are machines to look at', () => {
    expect(machines.length).toBeGreaterThan(20)
    for (const name of [...Object.keys(atWork), ...Object.keys(unreachable)])
      expect(machines.map((one) => one.name)).toContain(name)
  })

  test.each(machines)(
    'of a $name has a row that rests in it',
    async ({ name, plural, machine }) => {
      const isBinned = machine?.transitions.some(({ to, from }) =>
        [...from, to].includes('deleted'),
      )
      const told = [...(atWork[name] ?? []), ...(unreachable[name] ?? [])]
      const wanted = [...(machine?.states ?? []), ...(isBinned ? ['deleted'] : [])]
      const found = new Set<string>()
      const all = `select distinct case when deleted_at is null then ${machine?.field}
      else 'deleted' end as status from ${plural}`
      // What somebody keeps for themselves is seen by nobody else.
      for (const [organisation_id, as] of [
        [1, null],
        [1, user_id],
        [2, null],
      ] as const)
        for (const { status } of await query<{ status: string }>(all, organisation_id, as))
          found.add(status)
      expect(wanted.filter((status) => !found.has(status) && !told.includes(status))).toEqual([])
    },
  )
})

describe('both offices', () => {
  // Only the first office is connected to the provider of direct debits.
  const atProvider = ['mandate', 'payout', 'ddevent']
  // Nobody there needs power for medical reasons, so that nothing was held back.
  const ofCare = ['carestop']
  const own = entities.filter(({ scope }) => scope === 'organisation')

  test.each(own)('have a $name', async ({ name, plural }) => {
    const offices = [...atProvider, ...ofCare].includes(name) ? [1] : [1, 2]
    for (const organisation_id of offices) {
      const some = await query(`select id from ${plural} limit 1`, organisation_id)
      expect(some, `${name} of office ${organisation_id}`).toHaveLength(1)
    }
  })

  test.each(entities.filter(({ scope }) => scope === 'platform'))(
    'share a $name of the platform',
    async ({ plural }) => {
      expect(await query(`select id from ${plural} limit 1`)).toHaveLength(1)
    },
  )

  // What people call entities and the program keeps beside them.
  test.each([
    ['settings of one’s own', 'select 1 from userconfigs limit 1'],
    ['an opt-out', 'select 1 from messageblacklists limit 1'],
    ['places on the map', 'select 1 from customers where latitude is not null limit 1'],
    ['permissions', 'select 1 from staffs where view_customer_direct_debit limit 1'],
    ['conversations', 'select 1 from threads limit 1'],
  ])('have %s', async (_what, sql) => {
    for (const organisation_id of [1, 2])
      expect(await query(sql, organisation_id), `office ${organisation_id}`).toHaveLength(1)
  })
})

// Numbers of what the page names, and the status it stands in.
const NUMBERED = `
  select invoice_number as number, invoice_status as status, deleted_at from invoices
  union all select supplier_statement_number, bill_status, deleted_at from bills
  union all select contract_number, contract_status, deleted_at from contracts
  union all select adjustment_number, adjustment_status, deleted_at from adjustments
  union all select statement_number, statement_status, deleted_at from commissionstatements`

test('the page about it names what stands in each status', async () => {
  const page = readFileSync(join(import.meta.dirname, '../../docs/demonstration.md'), 'utf8')
  const named = /([a-z][a-z ]*)(?:, \w+)?: ((?:INV|ST|IMP|K|ADJ|CS)-[\d-]+)/g
  const pairs = [...page.matchAll(named)].map(([, status, number]) => `${number} ${status}`)
  expect(pairs.length).toBeGreaterThan(24)
  const rows = await query<{ number: string; status: string; deleted_at: string | null }>(NUMBERED)
  const known = rows.map((row) => `${row.number} ${row.deleted_at ? 'in the bin' : row.status}`)
  expect(pairs.filter((one) => !known.includes(one))).toEqual([])
})

describe('it agrees with itself', () => {
  test('a contract is billed to where its invoices end, or to where others had billed it', () =>
    nobody(`select k.contract_number, k.billed_to_date, f.last_day
      from contracts k left join lateral (select max(i.period_end) as last_day from invoices i
        where i.contract_id = k.id and i.deleted_at is null
          and i.invoice_status in ('invoiced', 'cleared', 'paid')) f on true
      where k.deleted_at is null
        and k.billed_to_date is distinct from greatest(f.last_day, k.billed_elsewhere_date)`))

  test('nothing happened after today, or before the record it is told of', async () => {
    await nobody(`select object_class, object_id from history where created_at > now() limit 5`)
    const tables = entities.filter(({ scope }) => scope === 'organisation')
    for (const { name, plural } of tables)
      await nobody(`select '${name}' as name, t.id, h.action, h.created_at as told from ${plural} t
        join history h on h.object_class = '${name}' and h.object_id = t.id
        where h.created_at < t.created_at - interval '1 second' limit 5`)
  })

  test('what is told of an invoice is told on the day it happened', () =>
    nobody(`select i.invoice_number, h.created_at, i.invoiced_at from invoices i
      join lateral (select min(created_at) as created_at from history where object_class = 'invoice'
        and object_id = i.id and action = 'send') h on h.created_at is not null
      where (h.created_at at time zone 'Pacific/Auckland')::date
        <> (i.invoiced_at at time zone 'Pacific/Auckland')::date`))

  test('a mail that was sent has a delivery to its reader, and the steps that led there', async () => {
    await nobody(`select m.id, m.kind, m.status from messages m
      where m.type = 'email' and m.direction = 'out' and m.deleted_at is null
        and m.status in ('accepted', 'delivered', 'bounced')
        and (m.sent_at is null or not exists (select from deliveries d where d.message_id = m.id
            and d.address = lower(m.recipient) and d.state = m.status)
          or not exists (select from messageevents e
            where e.message_id = m.id and e.event in ('accepted', 'delivered', 'bounced')))`)
    await nobody(`select id, kind, created_at from messages where status = 'queued'
      and bulk_id is null and coalesce(not_before, created_at) < now()`)
  })

  test('the lines of an invoice add up to its sums, and what was paid to its balance', async () => {
    await nobody(`select invoice_number from invoices i where deleted_at is null
      and charges_total is distinct from charges_sum + charges_gst`)
    await nobody(`select i.invoice_number, i.balance, i.discounted_total, p.paid from invoices i
      left join lateral (select coalesce(sum(a.amount), 0) as paid from allocations a
        where a.invoice_id = i.id) p on true
      where i.invoice_status in ('cleared', 'paid') and i.balance <> 0`)
    await nobody(`select t.id from transactions t where (select sum(amount)
      from accounttransactions a where a.transaction_id = t.id) <> 0`)
  })

  test('files lie in folders, with their bytes, and most hang on something', async () => {
    await nobody(`select f.name from files f where f.deleted_at is null and (not exists
        (select from folders d where d.id = f.folder_id and d.deleted_at is null)
      or not exists (select from file_contents c where c.file_id = f.id))`)
    for (const organisation_id of [1, 2]) {
      const [files] = await query<{ all: number; hung: number; folders: number }>(
        `select count(*)::int as all, count(reference_id)::int as hung,
           count(distinct folder_id)::int as folders from files`,
        organisation_id,
      )
      expect(files?.folders).toBeGreaterThan(2)
      expect(files?.hung).toBeGreaterThan((files?.all ?? 0) / 2)
    }
  })
})
