import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { customer } from '#domain/customers/customer.ts'
import { staff } from '#domain/identity/staff.ts'
import { partner } from '#domain/partners/partner.ts'
import { supplier } from '#domain/suppliers/supplier.ts'
import { queueMessage } from '#server/messaging/outbox/queue-message.ts'
import { sendMessage } from '#server/messaging/outbox/send-message-job.ts'
import { wakeThreads } from '#server/messaging/threads/wake-threads-job.ts'
import type { Client } from '#tests/support/client.ts'
import { makeRow } from '#tests/support/fitting.ts'
import { jobContext } from '#tests/support/job-context.ts'
import { makeWorld, type World } from '#tests/support/world.ts'

let world: World
let user: Client
let manager: Client

beforeAll(async () => {
  world = await makeWorld()
  ;[user, manager] = await Promise.all([world.as('user'), world.as('manager')])
})
afterAll(() => world.close())

const scope = () => ({ organisation_id: world.organisations[0], user_id: null })

const query = (text: string, values: unknown[]) =>
  world.database.write(scope(), (conn) => conn.query<{ id: number }>(text, values))

interface Words {
  direction?: 'in' | 'out'
  is_machine?: boolean
  sender?: string
  text?: string
  status?: string
  file_ids?: number[]
}

async function said(customer_id: number | null, words: Words = {}) {
  const { direction = 'in', is_machine = false, sender = null, text = 'Kia ora' } = words
  const { status = 'delivered', file_ids = [] } = words
  const type = customer_id ? 'chat' : 'email'
  const [row] = await query(
    `insert into messages (organisation_id, type, direction, text_plain, status, customer_id,
       is_machine, sender, file_ids)
     values (scope_organisation(), $5, $1, $2, $7, $3, $4, $6, $8) returning id`,
    [direction, text, customer_id, is_machine, type, sender, status, file_ids],
  )
  return row?.id ?? 0
}

async function threadOf(customer_id: number) {
  const { body } = await user.get('/threads', { customer_id })
  return body.data[0]
}

async function newThread() {
  const { id: customer_id } = await makeRow(manager, customer)
  await said(customer_id)
  return { customer_id, thread: await threadOf(customer_id) }
}

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString()

describe('a thread follows its messages', () => {
  test('what comes opens it, an answer has it wait, what the program sends changes nothing', async () => {
    const { customer_id, thread } = await newThread()
    expect(thread).toMatchObject({ state: 'open', unread: 1, last_words: 'Kia ora' })
    expect(thread.waiting_since).not.toBeNull()
    await said(customer_id, { text: 'Hello?' })
    expect(await threadOf(customer_id)).toMatchObject({
      unread: 2,
      waiting_since: thread.waiting_since,
      last_words: 'Hello?',
    })
    await said(customer_id, { direction: 'out', text: 'Here we are' })
    expect(await threadOf(customer_id)).toMatchObject({ state: 'waiting', waiting_since: null })
    await user.post('/thread/done', { id: thread.id })
    await world.database.write(scope(), (conn) =>
      queueMessage(world, conn, {
        kind: 'statement',
        customer_id,
        to: 'rewa@example.co.nz',
        subject: 'Your statement',
        text: 'Kia ora',
        key: `thread ${customer_id}`,
      }),
    )
    expect(await threadOf(customer_id)).toMatchObject({
      id: thread.id,
      state: 'done',
      last_words: 'Your statement: Kia ora',
      last_direction: 'out',
    })
  })

  test('an answering machine is kept, and neither unread nor waited for', async () => {
    const { id } = await makeRow(manager, customer)
    await said(id, { is_machine: true, text: 'I am away' })
    expect(await threadOf(id)).toMatchObject({ state: 'done', unread: 0, waiting_since: null })
  })

  const becomes = (id: number, status: string) =>
    query('update messages set status = $2 where id = $1', [id, status])

  test.each(['blocked', 'failed', 'bounced'])(
    'an answer that is %s has answered nobody: it is to be answered as long as before',
    async (status) => {
      const { customer_id, thread } = await newThread()
      const { waiting_since } = thread
      const first = await said(customer_id, { direction: 'out', status: 'queued' })
      expect(await threadOf(customer_id)).toMatchObject({ state: 'waiting', waiting_since: null })
      await becomes(first, status)
      expect(await threadOf(customer_id)).toMatchObject({ state: 'open', waiting_since })
      const again = await said(customer_id, { direction: 'out', status: 'queued' })
      expect(await threadOf(customer_id)).toMatchObject({ state: 'waiting', waiting_since: null })
      await said(customer_id, { text: 'Are you there?' })
      await becomes(again, status)
      expect(await threadOf(customer_id)).toMatchObject({ state: 'open', waiting_since })
    },
  )

  test('an answer that stands is one, whatever becomes of another before or after it', async () => {
    const { customer_id, thread } = await newThread()
    const first = await said(customer_id, { direction: 'out', status: 'accepted' })
    const second = await said(customer_id, { direction: 'out', status: 'accepted' })
    await becomes(second, 'failed')
    expect(await threadOf(customer_id)).toMatchObject({ state: 'waiting', waiting_since: null })
    await becomes(first, 'bounced')
    const { waiting_since } = thread
    expect(await threadOf(customer_id)).toMatchObject({ state: 'open', waiting_since })
  })

  test('who asked again waits on for that alone, where only the answer to it came to nothing', async () => {
    const { customer_id } = await newThread()
    await said(customer_id, { direction: 'out', status: 'accepted' })
    await said(customer_id, { text: 'And what of the other meter?' })
    const { waiting_since } = await threadOf(customer_id)
    const second = await said(customer_id, { direction: 'out', status: 'accepted' })
    await becomes(second, 'failed')
    expect(await threadOf(customer_id)).toMatchObject({ state: 'open', waiting_since })
  })

  test('only answers that stand count, and what is done stays done', async () => {
    const { customer_id, thread } = await newThread()
    const first = await said(customer_id, { direction: 'out', status: 'accepted' })
    const second = await said(customer_id, { direction: 'out', status: 'accepted' })
    await becomes(first, 'bounced')
    expect(await threadOf(customer_id)).toMatchObject({ state: 'waiting', waiting_since: null })
    await user.post('/thread/done', { id: thread.id })
    await becomes(second, 'bounced')
    expect(await threadOf(customer_id)).toMatchObject({ state: 'done', waiting_since: null })
  })

  test('read by one is read by all, up to what was shown', async () => {
    const { customer_id, thread } = await newThread()
    const second = await said(customer_id)
    await said(customer_id)
    const marked = await user.post('/thread/read', { id: thread.id, until_id: second })
    expect(marked.body.data.unread).toBe(1)
    await manager.post('/messages/read', { customer_id })
    expect((await threadOf(customer_id)).unread).toBe(0)
    const again = await user.post('/thread/read', { id: thread.id, is_unread: true })
    expect(again.body.data.unread).toBe(1)
  })

  test('two customers have two threads, and another organisation sees neither', async () => {
    const [one, two] = [await newThread(), await newThread()]
    expect(one.thread.id).not.toBe(two.thread.id)
    const other = await world.as('other')
    expect((await other.get('/thread', { id: one.thread.id })).status).toBe(404)
    const moves = ['done', 'read', 'assign', 'snooze', 'match']
    const whole = { id: one.thread.id, staff_id: null, until: inDays(1), customer_id: 1 }
    for (const move of moves)
      expect((await other.post(`/thread/${move}`, whole)).status, move).toBe(404)
  })
})

describe('what the office does with it', () => {
  test('it rests until its moment, and is then to be answered', async () => {
    const { customer_id, thread } = await newThread()
    const { body } = await user.post('/thread/snooze', { id: thread.id, until: inDays(2) })
    expect(body.data.state).toBe('snoozed')
    await wakeThreads.run(jobContext(world), {})
    expect((await threadOf(customer_id)).state).toBe('snoozed')
    const later = { now: () => new Date(inDays(3)) }
    await wakeThreads.run(jobContext(world, { clock: later }), {})
    expect(await threadOf(customer_id)).toMatchObject({ state: 'open', snoozed_until: null })
  })

  test('whoever writes meanwhile ends its rest, and the day is offered again', async () => {
    const { customer_id, thread } = await newThread()
    const until = inDays(2)
    await user.post('/thread/snooze', { id: thread.id, until })
    await said(customer_id)
    const now = await threadOf(customer_id)
    expect(now).toMatchObject({ state: 'open', snoozed_until: null })
    expect(Date.parse(now.snooze_cut_short)).toBe(Date.parse(until))
  })

  test('it rests for a moment that is still to come, at most 90 days away', async () => {
    const { thread } = await newThread()
    for (const until of [inDays(-1), inDays(91)]) {
      const reply = await user.post('/thread/snooze', { id: thread.id, until })
      expect(reply.status).toBe(400)
      expect(reply.body.errors[0].field).toBe('until')
    }
  })

  test('what is done neither rests nor is done again', async () => {
    const { thread } = await newThread()
    expect((await user.post('/thread/done', { id: thread.id })).body.data.state).toBe('done')
    for (const move of ['done', 'snooze']) {
      const reply = await user.post(`/thread/${move}`, { id: thread.id, until: inDays(1) })
      expect([400, 476], move).toContain(reply.status)
    }
    const rest = await user.post('/thread/snooze', { id: thread.id, until: inDays(1) })
    expect(rest.status).toBe(476)
  })

  test('somebody is asked to look after it and told; who has left cannot be asked', async () => {
    const { thread } = await newThread()
    const aroha = await makeRow(manager, staff, { email: 'aroha@example.co.nz', is_active: true })
    const given = await user.post('/thread/assign', { id: thread.id, staff_id: aroha.id })
    expect(given.body.data.assigned_id).toBe(aroha.id)
    const mails = await user.get('/messages', { kind: 'assigned' })
    expect(mails.body.data[0]).toMatchObject({ recipient: 'aroha@example.co.nz', thread_id: null })
    const back = await user.post('/thread/assign', { id: thread.id, staff_id: null })
    expect(back.body.data.assigned_id).toBeNull()
    const gone = await makeRow(manager, staff, { is_active: false })
    const refused = await user.post('/thread/assign', { id: thread.id, staff_id: gone.id })
    expect(refused.status, refused.text).toBe(476)
  })

  test('what a stranger wrote joins the thread of whose it is, with all that came', async () => {
    const { id: customer_id } = await makeRow(manager, customer)
    await said(null, { sender: 'Rewa <Rewa.Other@example.co.nz>', text: 'It is me' })
    const found = await user.get('/threads', { address: 'rewa.other@example.co.nz' })
    const [stranger] = found.body.data
    expect(stranger).toMatchObject({ state: 'open', unread: 1, customer_id: null })
    const reply = await user.post('/thread/match', { id: stranger.id, customer_id })
    expect(reply.status, reply.text).toBe(200)
    expect(reply.body.data).toMatchObject({ customer_id, state: 'open', unread: 1 })
    const rows = await user.get('/messages', { thread_id: reply.body.data.id })
    expect(rows.body.data).toMatchObject([{ customer_id, text_plain: 'It is me' }])
    const twice = await user.post('/thread/match', { id: reply.body.data.id, customer_id })
    expect(twice.status).toBe(476)
  })

  test.each([
    ['customer', customer],
    ['supplier', supplier],
    ['partner', partner],
  ] as const)('what a stranger sent along is the %s’s from then on', async (kind, entity) => {
    const { id } = await makeRow(manager, entity)
    const { id: other } = await makeRow(manager, customer)
    const file = async (reference_id: number | null) => {
      const rows = await query(
        `insert into files (organisation_id, name, reference_object, reference_id)
         values (scope_organisation(), 'bill.pdf', $1, $2) returning id`,
        [reference_id && 'customer', reference_id],
      )
      return rows[0]?.id ?? 0
    }
    const [sent, known] = [await file(null), await file(other)]
    const sender = `${kind}@elsewhere.example`
    await said(null, { sender, file_ids: [sent, known] })
    const [stranger] = (await user.get('/threads', { address: sender })).body.data
    const joined = await user.post('/thread/match', { id: stranger.id, [`${kind}_id`]: id })
    expect(joined.status, joined.text).toBe(200)
    const own = { reference_object: kind, reference_id: id }
    expect((await user.get('/files', own)).body.data).toMatchObject([{ id: sent }])
    const others = { reference_object: 'customer', reference_id: other }
    expect((await user.get('/files', others)).body.data).toMatchObject([{ id: known }])
  })

  const strangerOf = async (name: string, text: string) => {
    await said(null, { sender: `${name} <${name}@elsewhere.example>`, text })
    const { body } = await user.get('/threads', { address: `${name}@elsewhere.example` })
    return body.data[0]
  }

  test('what a stranger asks for becomes an enquiry, with what is known of them', async () => {
    const { id } = await strangerOf('hinemoa', 'Can you look after our marae, please?')
    const made = await user.post('/thread/enquiry', { id })
    expect(made.status, made.text).toBe(201)
    const { body } = await user.get('/enquiry', { id: made.body.data.enquiry_id })
    expect(body.data).toMatchObject({
      text_plain: 'Can you look after our marae, please?',
      contact_name: 'hinemoa',
      email: 'hinemoa@elsewhere.example',
      enquiry_status: 'open',
    })
    expect((await user.get('/thread', { id })).body.data).toMatchObject({
      state: 'done',
      unread: 0,
      waiting_since: null,
    })
    const { thread } = await newThread()
    expect((await user.post('/thread/enquiry', { id: thread.id })).status).toBe(476)
    expect((await user.post('/thread/junk', { id: thread.id, is_junk: true })).status).toBe(476)
  })

  test('however much they write, and whatever letter an enquiry ends in', async () => {
    const { id } = await strangerOf('long', `.${'🌊'.repeat(5001)}`)
    const made = await user.post('/thread/enquiry', { id })
    expect(made.status, made.text).toBe(201)
    const { body } = await user.get('/enquiry', { id: made.body.data.enquiry_id })
    expect(body.data.text_plain).toBe(`.${'🌊'.repeat(4999)}`)
  })

  test('what comes from whoever writes junk is kept, and asks nobody for anything until it is none', async () => {
    const { id } = await strangerOf('lottery', 'You have won')
    const junk = await user.post('/thread/junk', { id, is_junk: true })
    expect(junk.status, junk.text).toBe(200)
    expect(junk.body.data).toMatchObject({ is_junk: true, state: 'done', unread: 0 })
    const again = await strangerOf('lottery', 'You have won again')
    expect(again).toMatchObject({ id, state: 'done', unread: 0, waiting_since: null })
    expect(again.last_words).toContain('You have won again')
    const back = await user.post('/thread/junk', { id, is_junk: false })
    expect(back.body.data).toMatchObject({ is_junk: false, state: 'open' })
    expect(await strangerOf('lottery', 'It is about the church raffle')).toMatchObject({
      state: 'open',
    })
    const other = await world.as('other')
    expect((await other.post('/thread/junk', { id, is_junk: true })).status).toBe(404)
  })
})

test('a note stands in it, changes nothing of it and can never be sent', async () => {
  const { thread } = await newThread()
  const words = { type: 'note', thread_id: thread.id, text_plain: 'Ring @Aroha' }
  const { data: note } = (await user.put('/message', words)).body
  expect(note).toMatchObject({ type: 'note', direction: 'note', recipient: null })
  expect((await user.get('/thread', { id: thread.id })).body.data.state).toBe(thread.state)
  for (const move of ['send', 'resend', 'takeback'])
    expect((await user.post(`/message/${move}`, { id: note.id })).status).toBe(476)
  const [organisation_id] = world.organisations
  await sendMessage.run(jobContext(world), { organisation_id, message_id: note.id })
  expect((await user.get('/message', { id: note.id })).body.data.status).toBe('received')
})
