import { createHash } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { sealChains } from '#server/books/chain/seal-chain.ts'
import { sealChainsJob } from '#server/books/chain/seal-chains-job.ts'
import { verifyChains } from '#server/books/chain/verify-chain.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { todayOf } from '#server/kit/http/context.ts'
import { verifyBooksJob } from '#server/upkeep/verify-books-job.ts'
import { newCustomer, runJob, sentInvoice } from '#tests/support/billing.ts'
import type { Client } from '#tests/support/client.ts'
import { lettersWhere } from '#tests/support/letters.ts'
import { makeWorld, scope, type World } from '#tests/support/world.ts'

let world: World
let accounting: Client
let manager: Client

beforeAll(async () => {
  world = await makeWorld()
  await signIn()
})
afterAll(() => world.close())
beforeEach(async () => {
  await scope(world.owner, world.organisations[0])
  const { id } = await newCustomer(accounting)
  await sentInvoice(accounting, id)
  await accounting.put('/invoicepayment', {
    customer_id: id,
    amount_incl_gst: '15.00',
    payment_date: todayOf(world),
  })
})

async function signIn() {
  accounting = await world.as('accounting')
  manager = await world.as('manager')
}

interface Report {
  chain: 'journal' | 'history'
  checked: number
  waiting: number
  broken: { what: string; row_id: number | null; day: string | null } | null
}

async function verify(): Promise<Record<Report['chain'], Report>> {
  const reply = await manager.post('/ledger/verify', {})
  expect(reply.status, reply.text).toBe(200)
  const chains: Report[] = reply.body.data.chains
  const of = (name: string) => chains.find(({ chain }) => chain === name)
  const [journal, history] = [of('journal'), of('history')]
  if (!journal || !history) throw new Error(`There is no chain: ${reply.text}`)
  expect(reply.body.data.is_fine).toBe(!journal.broken && !history.broken)
  return { journal, history }
}

async function one<R>(sql: string, values: unknown[] = []): Promise<R> {
  const { rows } = await world.owner.query(sql, values)
  return rows[0]
}

const counted = async (table: string) =>
  (
    await one<{ n: number }>(`select count(*)::int as n from ${table}
     where organisation_id = scope_organisation()`)
  ).n

type Forge = (conn: Pick<Conn, 'query'>) => Promise<unknown>

/** What somebody at the database itself did, who may do what the program never does; undone at once. */
async function brokenBy(chain: Report['chain'], ...changes: (string | Forge)[]) {
  await world.owner.query('begin')
  try {
    for (const table of ['transactions', 'accounttransactions'])
      await world.owner.query(`alter table ${table} disable trigger keep_the_books`)
    await world.owner.query('alter table chain_links disable trigger keep_the_chain')
    const conn = {
      query: async <R>(text: string, values?: unknown[]) =>
        (await world.owner.query(text, values)).rows as R[],
    }
    for (const change of changes) {
      if (typeof change === 'string') await world.owner.query(change)
      else await change(conn)
    }
    const reports = await verifyChains(conn, world.organisations[0], () => true)
    return reports.find((report) => report.chain === chain)?.broken
  } finally {
    await world.owner.query('rollback')
  }
}

test('every entry of the books and of the history has its link a minute later', async () => {
  const before = await verify()
  expect(before.journal.waiting).toBeGreaterThan(0)
  await runJob(world, sealChainsJob)
  const { journal, history } = await verify()
  expect(journal).toMatchObject({
    broken: null,
    waiting: 0,
    checked: await counted('transactions'),
  })
  expect(history.broken).toBeNull()
  expect(history.checked).toBeGreaterThan(journal.checked)
})

/** What the night finds, after a change that only the database's owner can make; undone at once. */
async function nightAfter(change: string, undo: string, id: number): Promise<string[]> {
  await runJob(world, sealChainsJob)
  await world.owner.query(change, [id])
  await runJob(world, verifyBooksJob)
  await world.owner.query(undo, [id])
  const padmin = await world.as('padmin')
  const [latest] = (await padmin.get('/upkeepreports')).body.data
  expect(latest).toMatchObject({ kind: 'books', outcome: 'failed' })
  return latest.detail.findings
}

const blame = `update history set actor_name = actor_name || '!' where id = $1`
const unblame = `update history set actor_name = rtrim(actor_name, '!') where id = $1`

// Shows: T24
test('the night tells admins and platform admins of an entry that is not what it was', async () => {
  const { id } = await one<{ id: number }>(
    'select max(id)::int as id from history where organisation_id = scope_organisation()',
  )
  const [organisation] = world.organisations
  const said = `Entry ${id} is not what it was when it was made`
  expect(await nightAfter(blame, unblame, id)).toContain(
    `Organisation ${organisation}: History: ${said}`,
  )
  const admin = await world.as('admin')
  const tasks = (await admin.get('/tasks')).body.data
  expect(tasks).toContainEqual(
    expect.objectContaining({
      subject: 'History: changed behind the program',
      text_plain: expect.stringContaining(said),
      role_name: 'admin',
    }),
  )
  const mails = await world.owner.query<{ mail_to: string }>(
    `select mail_to from mails where unique_key like 'books %' order by mail_to`,
  )
  expect(mails.rows.map(({ mail_to }) => mail_to)).toEqual(
    expect.arrayContaining(['admin@example.co.nz', 'padmin@example.co.nz']),
  )
  // Nobody needs to say that it holds again.
  await runJob(world, verifyBooksJob)
  const [latest] = (await (await world.as('padmin')).get('/upkeepreports')).body.data
  expect(latest).toMatchObject({ kind: 'books', outcome: 'passed', detail: { findings: [] } })
  const open = (await admin.get('/tasks?task_status=open')).body.data
  expect(open).toEqual([])
})

test('the platform’s own history, and that of an organisation at rest, are proved as well', async () => {
  const rested = world.organisations[1]
  const ofRested = await one<{ id: number }>(
    `with rest as (update organisations set is_active = false where id = $1)
     select set_config('app.organisation_id', $1::text, false)`,
    [rested],
  ).then(() =>
    one<{ id: number }>(
      `insert into history (organisation_id, object_class, object_id, action, actor_name, source)
       values ($1, 'customer', 1, 'noted', 'Rested', 'system') returning id::int`,
      [rested],
    ),
  )
  expect(await nightAfter(blame, unblame, ofRested.id)).toContain(
    `Organisation ${rested}: History: Entry ${ofRested.id} is not what it was when it was made`,
  )
  await world.owner.query(`select set_config('app.organisation_id', '', false)`)
  const { id } = await one<{ id: number }>(
    `insert into history (object_class, object_id, action, actor_name, source)
     values ('user', 1, 'noted', 'Platform', 'system') returning id::int`,
  )
  expect(await nightAfter(blame, unblame, id)).toContain(
    `The platform: History: Entry ${id} is not what it was when it was made`,
  )
  await world.owner.query('update organisations set is_active = true where id = $1', [rested])
})

test('a rule that no account can be parked for is a task of the admins until it holds', async () => {
  const numbers = (by: number) =>
    world.owner.query(
      `update series set next_value = next_value + $1 where name = 'invoice_number'`,
      [by],
    )
  await numbers(1)
  await runJob(world, verifyBooksJob)
  const admin = await world.as('admin')
  const open = () => admin.get('/tasks?task_status=open')
  expect((await open()).body.data).toContainEqual(
    expect.objectContaining({
      subject: 'The books: a rule does not hold (I12)',
      text_plain: expect.stringMatching(/Number \S+ is missing/),
    }),
  )
  await numbers(-1)
  await runJob(world, verifyBooksJob)
  expect((await open()).body.data).toEqual([])
})

test('one organisation whose turn fails keeps nobody else from theirs', async () => {
  const [first, second] = world.organisations
  await scope(world.owner, second)
  await world.owner.query(
    `insert into history (organisation_id, object_class, object_id, action, actor_name, source)
     values ($1, 'customer', 1, 'noted', 'Next', 'system')`,
    [second],
  )
  const database: typeof world.database = {
    ...world.database,
    write: (where, fn, opening) => {
      if (where.organisation_id === first) throw new Error('out of order')
      return world.database.write(where, fn, opening)
    },
  }
  await expect(runJob({ ...world, database }, sealChainsJob)).rejects.toThrow(
    `organisation ${first}: out of order`,
  )
  const { rows } = await world.owner.query(
    `select from history h where organisation_id = scope_organisation()
       and not exists (select from chain_links l where l.chain = 'history' and l.row_id = h.id)`,
  )
  expect(rows).toEqual([])
})

// Shows: V11.4.3
test('a link is the SHA-256 of the one before and of what the entry says', async () => {
  await runJob(world, sealChainsJob)
  const [organisation] = world.organisations
  const { rows } = await world.owner.query<{ hash: Buffer; entry: string }>(
    `select l.hash, jsonb_build_array(h.id, h.organisation_id, h.object_class, h.object_id, h.action,
       h.object_version, h.changes, h.reason, h.actor_id, h.actor_name, h.impersonator_id,
       h.impersonator_name, h.source, h.request_id, extract(epoch from h.created_at))::text as entry
     from chain_links l join history h on h.id = l.row_id
     where l.chain = 'history' order by place limit 2`,
  )
  const sha = (...parts: (Buffer | string)[]) =>
    createHash('sha256')
      .update(Buffer.concat(parts.map((part) => Buffer.from(part))))
      .digest()
  const first = sha(sha(`switchboard history ${organisation}`), rows[0]?.entry ?? '')
  expect(rows[0]?.hash).toEqual(first)
  expect(rows[1]?.hash).toEqual(sha(first, rows[1]?.entry ?? ''))
})

// Shows: T24, R32
test('an amount that was changed is named, and so is one whose own link was forged with it', async () => {
  await runJob(world, sealChainsJob)
  const { id } = await one<{ id: number }>(
    'select min(transaction_id)::int as id from accounttransactions',
  )
  const change = `update accounttransactions set amount = amount * 2 where transaction_id = ${id}`
  expect(await brokenBy('journal', change)).toEqual({ what: 'changed', row_id: id, day: null })
  const forged = `update chain_links set hash = sha256('forged') where chain = 'journal' and row_id = ${id}`
  expect(await brokenBy('journal', change, forged)).toEqual({
    what: 'changed',
    row_id: id,
    day: null,
  })
  expect((await verify()).journal.broken).toBeNull()
})

test('what is gone, what was put in behind the others and what somebody did not do are named', async () => {
  await runJob(world, sealChainsJob)
  const { id } = await one<{ id: number }>('select max(id)::int as id from transactions')
  const gone = ['accounttransactions where transaction_id', 'transactions where id'].map(
    (from) => `delete from ${from} = ${id}`,
  )
  expect(await brokenBy('journal', ...gone)).toEqual({ what: 'gone', row_id: id, day: null })
  const slipped = [
    `insert into transactions (organisation_id, event, transaction_date, amount, actor_name, source, request_id)
     values (scope_organisation(), 'goodwill', '2026-01-01', 1, 'Nobody', 'system', 'none')`,
    `update chain_heads set safe_id = (select max(id) from transactions) where chain = 'journal'`,
  ]
  expect((await brokenBy('journal', ...slipped))?.what).toBe('slipped_in')
  const history = await one<{ id: number }>(
    'select max(row_id)::int as id from chain_links where chain = $1',
    ['history'],
  )
  const blamed = `update history set actor_name = 'Somebody else' where id = ${history.id}`
  expect(await brokenBy('history', blamed)).toEqual({
    what: 'changed',
    row_id: history.id,
    day: null,
  })
})

// Shows: V16.4.3
test('a chain that was forged as a whole, or cut short, does not fit the digest of the day', async () => {
  const admin = await world.as('admin')
  const setting = { name: 'digest_email', value: 'books@accountant.example' }
  expect((await admin.put('/organisationconfig', setting)).status).toBe(201)
  world.clock.advance(86_400_000)
  // Nobody stays signed in for a day.
  await signIn()
  await runJob(world, sealChainsJob)
  const listed = await accounting.get('/ledger/digests', {})
  expect(listed.status, listed.text).toBe(200)
  const digests = listed.body.data.filter((row: { chain: string }) => row.chain === 'journal')
  const [digest] = digests
  expect(digest.digest).toMatch(/^[0-9a-f]{64}$/)
  const [mail] = await lettersWhere(world.owner, "starts_with(unique_key, 'digest ')", [])
  expect(mail?.mail_to).toBe('books@accountant.example')
  expect(mail?.text_plain).toContain(`${digest.entries} entries, ${digest.digest}`)
  // Somebody who knows how: the entry is changed and every link made anew.
  const anew: Forge = (conn) => sealChains(conn as Conn, world.organisations[0])
  const forged = [
    `update accounttransactions set amount = amount * 2`,
    `delete from chain_links where chain = 'journal'`,
    anew,
  ]
  expect(await brokenBy('journal', ...forged)).toEqual({
    what: 'digest',
    row_id: null,
    day: digests.at(-1).day,
  })
  const cut = `delete from chain_links where chain = 'journal' and place >= ${digest.entries}`
  expect(await brokenBy('journal', cut)).toEqual({
    what: 'digest',
    row_id: null,
    day: digest.day,
  })
})

test('two servers that link at the same moment make one chain', async () => {
  await Promise.all(Array.from({ length: 4 }, () => runJob(world, sealChainsJob)))
  const { rows } = await world.owner.query<{ place: number; row_id: number }>(
    `select place::int, row_id::int from chain_links where chain = 'journal' order by place`,
  )
  expect(rows.map(({ place }) => place)).toEqual(rows.map((_, place) => place + 1))
  expect(new Set(rows.map(({ row_id }) => row_id)).size).toBe(rows.length)
  expect((await verify()).journal.broken).toBeNull()
})

test('an entry that commits after a later one is linked all the same', async () => {
  await scope(world.owner, world.organisations[0])
  await world.owner.query('begin')
  await world.owner.query(
    `insert into history (organisation_id, object_class, object_id, action, actor_name, source)
     values (scope_organisation(), 'customer', 1, 'noted', 'Slow', 'system')`,
  )
  await newCustomer(accounting)
  await runJob(world, sealChainsJob)
  await world.owner.query('commit')
  expect((await verify()).history.waiting).toBe(1)
  await runJob(world, sealChainsJob)
  expect((await verify()).history).toMatchObject({ waiting: 0, broken: null })
})

// Shows: T24
test('links and digests are only added to, and seen by their own organisation', async () => {
  for (const change of [
    `update chain_links set hash = sha256('')`,
    'delete from chain_links',
    'delete from chain_digests',
  ]) {
    const scoped = { organisation_id: world.organisations[0], user_id: null }
    const tried = world.database.write(scoped, (conn) => conn.query(change))
    await expect(tried).rejects.toThrow(/permission denied/)
  }
  const elsewhere = { organisation_id: world.organisations[1], user_id: null }
  const seen = await world.database.read(elsewhere, (conn) =>
    conn.query('select from chain_links where organisation_id = $1', [world.organisations[0]]),
  )
  expect(seen).toEqual([])
})
