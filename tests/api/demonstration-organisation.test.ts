import { afterAll, beforeAll, expect, test } from 'vitest'
import { sealChainsJob } from '#server/books/chain/seal-chains-job.ts'
import { verifyChains } from '#server/books/chain/verify-chain.ts'
import { fileStoreOf } from '#server/files/file-store.ts'
import { enqueue } from '#server/kit/jobs/job.ts'
import { sendMessage } from '#server/messaging/outbox/send-message-job.ts'
import { deliverWebhooks } from '#server/webhooks/deliver-webhooks-job.ts'
import { newCustomer, runJob, sentInvoice } from '#tests/support/billing.ts'
import type { Client } from '#tests/support/client.ts'
import { pdfText } from '#tests/support/pdf-text.ts'
import { runQueue } from '#tests/support/run-queue.ts'
import { type SmtpSink, startSmtpSink } from '#tests/support/smtp-sink.ts'
import { makeWorld, password, scope, type World } from '#tests/support/world.ts'

// A provider that is somewhere else: whoever asked it would be found out.
const akahu = { url: 'https://192.0.2.8/v1', appToken: 'app', appSecret: null, webhookKey: null }

let world: World
let sink: SmtpSink
let padmin: Client
let shown: Client
let id: number
let keys: { usernames: string[]; password: string }

beforeAll(async () => {
  sink = await startSmtpSink()
  world = await makeWorld({ smtpUrl: sink.url, akahu })
  padmin = await world.as('padmin')
  const asked = await padmin.put('/demonstration', { size: 'small' })
  expect(asked.status, asked.text).toBe(202)
  id = asked.body.data.id
  await work()
})
afterAll(async () => {
  await world.close()
  await sink.stop()
})

/** Somebody who is not signed in asks for a link that lets them in. */
async function forgetPassword(email: string): Promise<void> {
  const guest = world.guest()
  await guest.get('/options')
  const asked = await guest.post('/password/reset', { email })
  expect(asked.status, asked.text).toBe(202)
}

const work = () => runQueue(world, { config: world.config, clock: world.clock })

// Shows: E37
test('one click makes an organisation with a life of its own, and the history says whose', async () => {
  const [found] = (await padmin.get('/demonstrations')).body.data
  expect(found).toMatchObject({ name: 'Demonstration 1', demonstration_status: 'ready' })
  expect(found.usernames).toEqual(['demo1-admin'])
  const told = await padmin.get('/history', { object_class: 'organisation', object_id: id })
  const made = told.body.data.find((one: { action: string }) => one.action === 'create')
  expect(made).toMatchObject({ actor_name: 'padmin Test' })
})

// Shows: E37
test('its people get a password that is shown once, and see that nothing is real', async () => {
  await padmin.post('/user/stepup', { password })
  const given = await padmin.post('/demonstration/password', { id })
  expect(given.status, given.text).toBe(200)
  keys = given.body.data
  shown = world.guest()
  const entered = await shown.signIn('demo1-admin', keys.password)
  expect(entered.status, entered.text).toBe(200)
  expect(entered.body.data).toMatchObject({ organisation_id: id, is_demonstration: true })
  expect((await padmin.get('/user')).body.data.is_demonstration).toBe(false)
  expect((await shown.get('/customers')).body.info.total).toBeGreaterThanOrEqual(10)
  expect((await shown.get('/look')).body.data.is_demonstration).toBe(true)
  const [invoice] = (await shown.get('/invoices?invoice_status=invoiced&limit=1')).body.data
  const paper = await shown.get('/invoice/document', { id: invoice.id })
  expect(pdfText(paper.bytes)).toContain('Demonstration')
  // Who looks after the platform is nobody of a demonstration.
  expect((await shown.get('/demonstrations')).status).toBe(403)
})

// Shows: E37
test('nothing of it reaches anybody, whatever is set up beside it', async () => {
  const [invoice] = (await shown.get('/invoices?invoice_status=invoiced&limit=1')).body.data
  const asked = { id: invoice.id, to: ['somebody@example.co.nz'] }
  expect((await shown.post('/invoice/send', asked)).status).toBe(200)
  await shown.post('/user/stepup', { password: keys.password })
  const invited = { username: 'newcomer@example.co.nz', role_name: 'user' }
  expect((await shown.put('/membership', invited)).status).toBe(202)
  await forgetPassword('fergus.mcleod@demo1.example')
  const hook = { name: 'Outside', url: 'https://192.0.2.9/hook', events: ['invoice.paid'] }
  const made = await shown.put('/webhook', hook)
  expect(made.status, made.text).toBe(201)
  await shown.post('/webhook/test', { id: made.body.data.id })
  await work()
  await runJob(world, deliverWebhooks)
  const [told] = (await shown.get('/webhook/deliveries', { id: made.body.data.id })).body.data
  expect(told).toMatchObject({
    delivery_status: 'delivered',
    answer: expect.stringMatching(/^Kept here/),
  })
  const sent = await shown.get('/messages?recipient=somebody@example.co.nz')
  expect(sent.body.data[0].status).toBe('accepted')
  // What its admin was told while it was filled is another matter.
  const { rows: mails } = await world.owner.query<{ mail_to: string; status: string }>(
    `select mail_to, status from mails where unique_key !~ '^(password|new-device|template)'
     order by mail_to`,
  )
  expect(mails).toEqual([
    { mail_to: 'fergus.mcleod@demo1.example', status: 'outbox' },
    { mail_to: 'newcomer@example.co.nz', status: 'outbox' },
  ])
  const [account] = (await shown.get('/bankaccounts')).body.data
  const feed = { id: account.id, user_token: 'user_token_of_somebody' }
  expect((await shown.post('/bankaccount/feedaccounts', feed)).status).toBe(501)
  expect(sink.connected()).toBe(0)
  // The same server does send what is real.
  await forgetPassword('manager@example.co.nz')
  await work()
  expect(sink.messages.map(({ to }) => to)).toEqual([['manager@example.co.nz']])
})

// Shows: E37
test('nobody of it writes to a mailbox by calling it their own', async () => {
  await shown.post('/user/stepup', { password: keys.password })
  const { version } = (await shown.get('/user')).body.data
  const refused = await shown.post('/user', { version, email: 'victim@example.co.nz' })
  expect(refused.status, refused.text).toBe(476)
  expect(refused.body.message).toContain('part of a demonstration')
  await work()
  const { rows } = await world.owner.query(
    "select from mails where mail_to = 'victim@example.co.nz'",
  )
  expect(rows).toEqual([])
})

test('what is real never becomes a demonstration, and a demonstration never becomes real', async () => {
  const [first] = world.organisations
  const asApp = (text: string, values: unknown[]) =>
    world.database.write({ organisation_id: first, user_id: null }, (conn) =>
      conn.query(text, values),
    )
  const decided = /decided when it is made/
  const flag = `update organisations set demo = true, demonstration_number = 9,
    demonstration_status = 'ready' where id = $1`
  await expect(asApp(flag, [first])).rejects.toThrow(decided)
  const person = 'update users set demonstration_id = $2 where id = $1'
  await expect(asApp(person, [world.userIds.manager, id])).rejects.toThrow(decided)
  await expect(asApp('select remove_demonstration($1)', [first])).rejects.toThrow(/Only a demo/)
  // Who says to be removing is not believed.
  const entry = `with said as (select set_config('app.removing', $1::text, true))
    delete from messages using said where organisation_id = $1::bigint`
  const scoped = world.database.write({ organisation_id: id, user_id: null }, (conn) =>
    conn.query(entry, [String(id)]),
  )
  await expect(scoped).rejects.toThrow()
  const refused = await padmin.post('/demonstration/remove', { id: first, name_confirm: 'First' })
  expect(refused.status).toBe(404)
  const woken = await padmin.post('/organisation', { id, demo: false })
  expect(woken.status, woken.text).toBe(476)
})

const TABLES = `select c.oid::regclass::text as name from pg_class c
  join pg_attribute a on a.attrelid = c.oid and a.attname = 'organisation_id'
  where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
    and not c.relispartition order by 1`

/** How many rows each table has of an organisation, where it has some. */
async function rowsOf(organisation_id: number): Promise<Record<string, number>> {
  await scope(world.owner, organisation_id)
  const { rows: tables } = await world.owner.query<{ name: string }>(TABLES)
  const counts: Record<string, number> = {}
  for (const { name } of tables) {
    const { rows } = await world.owner.query<{ count: number }>(
      `select count(*)::int as count from ${name} where organisation_id = $1`,
      [organisation_id],
    )
    if (rows[0]?.count) counts[name] = rows[0].count
  }
  return counts
}

const LOGGED = `select count(*)::int as count from request_logs
  where organisation_id = $1 and created_at <= $2`

/** How many calls made in it were logged up to then: calls are logged some moments later. */
async function loggedBefore(organisation_id: number, moment: Date): Promise<number> {
  const { rows } = await world.owner.query<{ count: number }>(LOGGED, [organisation_id, moment])
  return rows[0]?.count ?? 0
}

/** What is left of it, but for the calls that were made in it while it went. */
async function leftOf(organisation_id: number, begun: Date) {
  const { request_logs: _, ...left } = await rowsOf(organisation_id)
  const logged = await loggedBefore(organisation_id, begun)
  return logged === 0 ? left : { ...left, request_logs: logged }
}

/** All calls until now are in the log; answers when that was, by the clock of the database. */
async function logIsWritten(client: Client, organisation_id: number): Promise<Date> {
  const called = await client.get('/customers?limit=1')
  expect(called.status, called.text).toBe(200)
  const request_id = called.headers['x-request-id']
  const last = async () => {
    const asked = 'select from request_logs where organisation_id = $1 and request_id = $2'
    return (await world.owner.query(asked, [organisation_id, request_id])).rowCount
  }
  await expect.poll(last, { timeout: 5000 }).toBe(1)
  const { rows } = await world.owner.query<{ now: Date }>('select clock_timestamp() as now')
  return rows[0]?.now ?? new Date(0)
}

// Shows: E37
test('one click removes it with every trace, and nothing else', async () => {
  const [first, second] = world.organisations
  const accounting = await world.as('accounting')
  await sentInvoice(accounting, (await newCustomer(accounting)).id)
  await work()
  await runJob(world, sealChainsJob)
  const typed = await padmin.post('/demonstration/remove', { id, name_confirm: 'Demonstration' })
  expect(typed.status, typed.text).toBe(400)
  expect(typed.body.errors[0].field).toBe('name_confirm')
  // Somebody looks around in it while it goes.
  const visitor = await world.as('padmin')
  const inside = await visitor.post('/user/role', { organisation_id: id })
  expect(inside.status, inside.text).toBe(200)
  visitor.authorization = `JWT ${inside.body.token}`
  expect(Object.keys(await rowsOf(id)).length).toBeGreaterThan(80)
  const begun = await logIsWritten(visitor, id)
  expect(await loggedBefore(id, begun)).toBeGreaterThan(0)
  const before = { first: await rowsOf(first), second: await rowsOf(second) }
  const asked = { id, name_confirm: 'Demonstration 1' }
  expect((await padmin.post('/demonstration/remove', asked)).status).toBe(202)
  expect((await shown.get('/customers')).status).not.toBe(200)
  await work()
  expect(await leftOf(id, begun)).toEqual({})
  const after = { first: await rowsOf(first), second: await rowsOf(second) }
  // The calls of this test were logged meanwhile.
  for (const one of [before.first, before.second, after.first, after.second])
    for (const name of ['request_logs', 'security_events', 'idempotency_keys', 'sessions'])
      delete one[name]
  expect(after).toEqual(before)
  await scope(world.owner, first)
  const chains = await world.database.read({ organisation_id: first, user_id: null }, (conn) =>
    verifyChains(conn, first, () => true),
  )
  expect(chains.map(({ broken }) => broken)).toEqual([null, null])
  expect(chains.every(({ checked }) => checked > 0)).toBe(true)
  const files: unknown[] = []
  for await (const one of fileStoreOf(world.config).list(id)) files.push(one)
  expect(files).toEqual([])
  expect((await world.guest().signIn('demo1-admin', keys.password)).status).toBe(401)
  const left = await world.owner.query('select from users where demonstration_id = $1', [id])
  expect(left.rowCount).toBe(0)
  // What was on its way for it when it went finds nothing to do.
  await world.database.write({ organisation_id: id, user_id: null }, (conn) =>
    enqueue(conn, sendMessage, { organisation_id: id, message_id: 1 }),
  )
  await work()
  expect(await leftOf(id, begun)).toEqual({})
  // Whoever looked around in it is still there, and nowhere.
  const again = await visitor.post('/user/signin', {})
  expect(again.status, again.text).toBe(200)
  expect(again.body.data.organisation_id).toBe(null)
  expect((await padmin.get('/demonstrations')).body.data).toEqual([])
  const { rows: told } = await world.owner.query(
    `select action, actor_name from history
     where object_class = 'organisation' and object_id = $1 order by id desc limit 1`,
    [id],
  )
  expect(told).toEqual([{ action: 'remove', actor_name: 'padmin Test' }])
  const noted = await padmin.get('/securityevents', { event: 'demonstration_removed' })
  expect(noted.body.data[0]).toMatchObject({ detail: expect.stringContaining('Demonstration 1') })
})
