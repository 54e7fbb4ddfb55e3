import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { settleDiscounts } from '#server/invoices/dunning/dunning-settle-job.ts'
import { booksHold, newCustomer, runJob, sentInvoice } from '#tests/support/billing.ts'
import type { Client } from '#tests/support/client.ts'
import { manyContracts } from '#tests/support/many-contracts.ts'
import { runQueue } from '#tests/support/run-queue.ts'
import { makeWorld, scope, type World } from '#tests/support/world.ts'

// Every entry of the books names who booked it, in whose place and by which call.
let world: World
let accounting: Client
let manager: Client
let admin: Client

beforeAll(async () => {
  world = await makeWorld()
  accounting = await world.as('accounting')
  manager = await world.as('manager')
  admin = await world.as('admin')
})
afterAll(() => world.close())
beforeEach(() => scope(world.owner, world.organisations[0]))

const bankFee = (amount: string) => ({
  lines: [
    { account: 5000, amount },
    { account: 4010, amount: `-${amount}` },
  ],
  reason: 'Bank fee',
})

async function booked(amount = '12.50'): Promise<number> {
  const reply = await manager.put('/transaction', bankFee(amount))
  expect(reply.status, reply.text).toBe(201)
  return reply.body.data.id
}

async function entriesWhere(sql: string, value: unknown) {
  const { rows } = await world.owner.query(
    `select event, actor_id::int, actor_name, impersonator_name, source, request_id
     from transactions where ${sql} order by id`,
    [value],
  )
  return rows
}

async function historyOf(object_class: string, object_id: number) {
  const { rows } = await world.owner.query(
    `select action, actor_id::int, request_id, reason, changes from history
     where object_class = $1 and object_id = $2 order by id`,
    [object_class, object_id],
  )
  return rows
}

test('an invoice and its payment are booked in the names of who sent and who entered them', async () => {
  const { id: customer_id } = await newCustomer(accounting)
  await sentInvoice(accounting, customer_id)
  const paid = await manager.put('/invoicepayment', {
    customer_id,
    amount_incl_gst: '40.00',
    payment_date: '2026-11-10',
  })
  expect(paid.status, paid.text).toBe(201)
  const entries = await entriesWhere('customer_id = $1', customer_id)
  expect(entries.length).toBeGreaterThanOrEqual(3)
  for (const { event, actor_name, actor_id, source, request_id } of entries) {
    const isSending = event === 'invoice_sent'
    const who = isSending ? 'accounting' : 'manager'
    expect([event, actor_name, actor_id], event).toEqual([event, `${who} Test`, world.userIds[who]])
    expect(source).toBe('screen')
    if (!isSending) expect(request_id).toBe(paid.headers['x-request-id'])
  }
})

test('no money is moved in another name', async () => {
  const { id: customer_id } = await newCustomer(accounting)
  await sentInvoice(accounting, customer_id)
  const helper = await world.as('padmin')
  const started = await helper.post('/user/impersonate', {
    id: world.userIds.manager,
    username_confirm: 'manager',
    reason: 'They asked for help on the phone.',
  })
  helper.authorization = `JWT ${started.body.token}`
  const money = { customer_id, amount_incl_gst: '20.00', payment_date: '2026-11-10' }
  expect((await helper.put('/invoicepayment', money)).status).toBe(403)
  expect(await entriesWhere(`event = 'money_received' and customer_id = $1`, customer_id)).toEqual(
    [],
  )
})

// Shows: V8.3.3
test('what a billing run books names whoever sent it, and the very call', async () => {
  const contract_ids = await manyContracts(world.owner, world.organisations[0], 1, 1)
  const made = await accounting.put('/billingrun', { contract_ids, billed_to_date: '2026-10-31' })
  await runQueue(world)
  const { id } = made.body.data
  const everyWarning = Array.from({ length: 12 }, (_, n) => `W${String(n + 1).padStart(2, '0')}`)
  await manager.post('/billingrun/approve', { id, acknowledge: everyWarning })
  await runQueue(world)
  const sent = await manager.post('/billingrun/send', { id })
  await runQueue(world)
  await scope(world.owner, world.organisations[0])
  const entries = await entriesWhere(
    'invoice_id in (select invoice_id from billingrun_items where billingrun_id = $1)',
    id,
  )
  expect(entries.length).toBeGreaterThan(0)
  for (const entry of entries)
    expect(entry).toMatchObject({
      actor_id: world.userIds.manager,
      actor_name: 'manager Test',
      source: 'system',
      request_id: sent.headers['x-request-id'],
    })
})

test('an entry by hand is told from its booking to its end, each with its call', async () => {
  const put = await manager.put('/transaction', bankFee('12.50'))
  const { id } = put.body.data
  const said = await admin.post('/transaction', { id, version: 1, reason: 'Seen on the statement' })
  expect(said.status, said.text).toBe(261)
  const back = await admin.delete('/transaction', { id, version: 2, reason: 'Booked twice' })
  expect(back.status, back.text).toBe(262)
  expect(await historyOf('transaction', id)).toMatchObject([
    {
      action: 'create',
      actor_id: world.userIds.manager,
      request_id: put.headers['x-request-id'],
      reason: 'Bank fee',
    },
    {
      action: 'update',
      actor_id: world.userIds.admin,
      request_id: said.headers['x-request-id'],
      changes: { reason: ['Bank fee', 'Bank fee\nSeen on the statement'] },
    },
    {
      action: 'cancel',
      actor_id: world.userIds.admin,
      request_id: back.headers['x-request-id'],
      reason: 'Booked twice',
    },
  ])
  const entry = (await manager.get('/transaction', { id })).body.data
  expect(entry).toMatchObject({ actor_name: 'manager Test', impersonator_name: null })
})

test('whoever saw an older version of an entry is told who changed it since', async () => {
  const id = await booked()
  await admin.post('/transaction', { id, reason: 'Seen on the statement' })
  const stale = await manager.post('/transaction', { id, version: 1, reason: 'Seen by me' })
  expect(stale.status).toBe(474)
  expect(stale.body.info.changed_by).toBe('admin Test')
  expect((await manager.delete('/transaction', { id, version: 1 })).status).toBe(474)
  const [line] = (await manager.get('/accounttransactions', { transaction_id: id })).body.data
  const wrong = { id: line.id, version: 7 }
  expect((await manager.post('/accounttransaction', { ...wrong, reason: 'Mine' })).status).toBe(474)
  expect((await manager.delete('/accounttransaction', wrong)).status).toBe(474)
  expect((await manager.get('/transaction', { id })).body.data.reason).toBe(
    'Bank fee\nSeen on the statement',
  )
})

test('entries of another organisation and such as never were are not found', async () => {
  const id = await booked()
  const [line] = (await manager.get('/accounttransactions', { transaction_id: id })).body.data
  const other = await world.as('other')
  for (const [client, entry, ofEntry] of [
    [other, id, line.id],
    [manager, 99_999_999, 99_999_999],
  ] as const) {
    const why = { reason: 'Not mine to say' }
    const answers = [
      await client.post('/transaction', { id: entry, ...why }),
      await client.delete('/transaction', { id: entry }),
      await client.post('/accounttransaction', { id: ofEntry, ...why }),
      await client.delete('/accounttransaction', { id: ofEntry }),
    ]
    expect(answers.map((reply) => reply.status)).toEqual([404, 404, 404, 404])
  }
  const stranger = (await newCustomer(other)).id
  const foreign = { ...bankFee('1.00'), customer_id: stranger }
  expect((await manager.put('/transaction', foreign)).status).toBe(400)
})

test('nobody books by hand in another name', async () => {
  const id = await booked()
  const helper = await world.as('padmin')
  const started = await helper.post('/user/impersonate', {
    id: world.userIds.manager,
    username_confirm: 'manager',
    reason: 'They asked for help on the phone.',
  })
  helper.authorization = `JWT ${started.body.token}`
  const line = { account: 5000, against_account: 4010, amount: '1.00', reason: 'Bank fee' }
  const answers = [
    await helper.put('/transaction', bankFee('1.00')),
    await helper.post('/transaction', { id, reason: 'Seen' }),
    await helper.delete('/transaction', { id }),
    await helper.delete('/transactions', { ids: [id] }),
    await helper.put('/accounttransaction', line),
    await helper.delete('/accounttransactions', { ids: [1] }),
  ]
  expect(answers.map((reply) => reply.status)).toEqual(answers.map(() => 403))
})

// Shows: T14, V2.3.5
test('over the limit a colleague books what somebody wrote, and takes back what they booked', async () => {
  const { id: customer_id } = await newCustomer(accounting)
  const large = {
    lines: [
      { account: 5000, amount: '5000.01' },
      { account: 4010, amount: '-5000.01' },
    ],
    reason: 'A debt brought over from the old system',
    customer_id,
  }
  const written = await manager.put('/transaction', large)
  expect(written.status, written.text).toBe(202)
  expect(written.body.message).toBe(
    'It is over $5,000.00: it is booked once a colleague approves it.',
  )
  const id = written.body.data.manualentry_id
  expect(await entriesWhere('customer_id = $1', customer_id)).toEqual([])
  const own = await manager.post('/manualentry/approve', { id })
  expect(own.status).toBe(476)
  expect(own.body.message).toContain('Ask a colleague.')
  const approved = await admin.post('/manualentry/approve', { id, version: 1 })
  expect(approved.status, approved.text).toBe(200)
  expect(approved.body.data).toMatchObject({
    entry_status: 'booked',
    written_by: 'manager Test',
    approved_by: 'admin Test',
  })
  const { transaction_id } = approved.body.data
  const entry = (await manager.get('/transaction', { id: transaction_id })).body.data
  expect(entry).toMatchObject({
    amount: '5000.01',
    actor_name: 'admin Test',
    reason: `${large.reason}\nWritten by manager Test, approved by admin Test.`,
  })
  expect((await admin.post('/manualentry/approve', { id })).status).toBe(476)
  expect((await admin.delete('/transaction', { id: transaction_id })).status).toBe(476)
  expect((await manager.delete('/transaction', { id: transaction_id })).status).toBe(262)
  await booksHold(world, customer_id)
})

test('up to the limit one pair of eyes is enough, and what waits can be withdrawn', async () => {
  const atLimit = await booked('5000.00')
  expect((await manager.delete('/transaction', { id: atLimit })).status).toBe(262)
  const line = { account: 5000, against_account: 4010, amount: '-6000.00', reason: 'Too much' }
  const written = await manager.put('/accounttransaction', line)
  expect(written.status, written.text).toBe(202)
  const id = written.body.data.manualentry_id
  expect((await manager.post('/manualentry/withdraw', { id })).status).toBe(200)
  expect((await admin.post('/manualentry/approve', { id })).status).toBe(476)
  expect((await historyOf('manualentry', id)).map((row) => row.action)).toEqual([
    'create',
    'withdraw',
  ])
})

// The last one, since sessions do not outlast it.
test('what a job of the night books says that the system did, and which job', async () => {
  const { id: customer_id } = await newCustomer(accounting)
  await sentInvoice(accounting, customer_id)
  world.clock.advance(60 * 86_400_000)
  await runJob(world, settleDiscounts)
  const [lost] = await entriesWhere(`event = 'discount_lost' and customer_id = $1`, customer_id)
  expect(lost).toMatchObject({
    actor_id: null,
    actor_name: 'Switchboard',
    source: 'system',
    request_id: 'settle-discounts',
  })
})
