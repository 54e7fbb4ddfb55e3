import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { customer } from '#domain/customers/customer.ts'
import type { Client } from '#tests/support/client.ts'
import { makeRow } from '#tests/support/fitting.ts'
import { lettersWhere } from '#tests/support/letters.ts'
import { runQueue } from '#tests/support/run-queue.ts'
import {
  makeSentInvoices,
  months,
  type SentInvoices,
  sentInApril,
} from '#tests/support/sent-invoices.ts'
import { makeWorld, scope, type World } from '#tests/support/world.ts'

interface ChatLine {
  id: number
  created_at: string
  text_plain: string
}

let world: World
let invoices: SentInvoices
let guest: Client

beforeAll(async () => {
  world = await makeWorld()
  invoices = await makeSentInvoices(world)
  guest = world.guest()
  await guest.get('/options')
}, 60_000)
afterAll(() => world.close())

const sentApril = (given?: Record<string, unknown>) => sentInApril(invoices, given)

const write = (token: string, text_plain: string, more: object = {}, by = guest) =>
  by.put('/public/invoice/chat', { text_plain, ...more }, { 'x-link-token': token })
const read = (token: string, query = '') => invoices.read(token, `/public/invoice/chat${query}`)
const textsOf = (rows: readonly ChatLine[] | null) => (rows ?? []).map((row) => row.text_plain)
const threadsOf = async (client: Client) => (await client.get('/messages/chats')).body
const answer = (customer_id: number, text_plain: string, more: object = {}) =>
  invoices.user.put('/message', { customer_id, text_plain, ...more })
/** A customer's message as staff know it; the customer's page has another name for it. */
const writtenId = async (customer_id: number, token: string, text_plain: string) => {
  expect((await write(token, text_plain)).status).toBe(201)
  const found = await invoices.user.get('/messages', { customer_id, text_plain })
  return found.body.data[0].id as number
}
const mailsOf = (id: number) => lettersWhere(world.owner, 'unique_key like $1', [`chat ${id} %`])

describe('a customer and the broker', () => {
  test('write to each other: by the link, unread at the broker, answered on the page', async () => {
    const { customer_id, invoice, token } = await sentApril({ name: 'Whetū Ngāta' })
    expect((await read(token)).status).toBe(260)
    const asked = await write(token, '  Why is April so high?\nWe were away. ')
    expect(asked.status, asked.text).toBe(201)
    expect(asked.headers['x-robots-tag']).toContain('noindex')

    const threads = await threadsOf(invoices.user)
    const [thread] = threads.data
    expect(thread).toMatchObject({
      customer_id,
      customer_name: 'Whetū Ngāta',
      unread: 1,
      direction: 'in',
      text_plain: 'Why is April so high?\nWe were away.',
      invoice_id: invoice.id,
      invoice_number: invoice.invoice_number,
    })
    expect(threads.info.unread).toBeGreaterThanOrEqual(1)

    const marked = await invoices.user.post('/messages/read', {
      customer_id,
      until_id: thread.message_id,
    })
    expect(marked.status, marked.text).toBe(261)
    const [row] = (await invoices.user.get('/messages', { customer_id })).body.data
    expect(row).toMatchObject({
      type: 'chat',
      direction: 'in',
      sender: 'Whetū Ngāta',
      status: 'delivered',
      reference_object: 'customer',
      reference_id: customer_id,
      read_by_id: world.userIds.user,
    })
    expect(row.read_at).not.toBeNull()

    const answered = await answer(customer_id, 'The reading was estimated; we ask for a new one.')
    expect(answered.status, answered.text).toBe(201)
    expect(answered.body.data).toMatchObject({
      direction: 'out',
      sender: 'user Test',
      invoice_id: invoice.id,
      status: 'accepted',
      sent: false,
    })
    expect(answered.body.info).toMatchObject({ is_on_page: true })

    const page = await read(token)
    expect(page.body.data.map((one: ChatLine & { direction: string }) => one.direction)).toEqual([
      'in',
      'out',
    ])
    expect(Object.keys(page.body.data[0]).sort()).toEqual([
      'created_at',
      'direction',
      'id',
      'sender',
      'text_plain',
    ])
    const after = await invoices.user.get('/message', { id: answered.body.data.id })
    expect(after.body.data).toMatchObject({ status: 'delivered', sent: true })
    const [last] = (await threadsOf(invoices.user)).data.filter(
      (one: { customer_id: number }) => one.customer_id === customer_id,
    )
    expect(last).toMatchObject({ unread: 0, direction: 'out' })
  })

  test('a message pressed twice is said once, and twice said on purpose is two', async () => {
    const { token } = await sentApril()
    const client_key = randomUUID()
    const pressed = await Promise.all(
      Array.from({ length: 5 }, () => write(token, 'Hello', { client_key })),
    )
    expect(new Set(pressed.map((reply) => `${reply.status} ${reply.body.data.id}`)).size).toBe(1)
    await write(token, 'Hello')
    expect(textsOf((await read(token)).body.data)).toEqual(['Hello', 'Hello'])
  })

  // Shows: T07, V1.2.1
  test('markup stays the letters it was written with; too much and nothing are refused', async () => {
    const { customer_id, token } = await sentApril()
    const markup = '<img src=x onerror=alert(1)> & <b>bold</b>'
    expect((await write(token, markup)).body.data.text_plain).toBe(markup)
    expect((await write(token, 'x'.repeat(2001))).status).toBe(400)
    expect((await write(token, '  ')).status).toBe(400)
    expect((await write(token, 'Hi', { nonsense: 1 })).status).toBe(400)
    expect((await answer(customer_id, 'x'.repeat(2001))).status).toBe(400)
  })

  test('the customer’s timeline tells what both said', async () => {
    const { customer_id, token } = await sentApril()
    await write(token, 'Can I pay on Friday?')
    await answer(customer_id, 'Yes, you can.')
    const told = await invoices.user.get('/customer/timeline', {
      id: customer_id,
      kinds: 'message',
    })
    expect(told.body.data).toMatchObject([
      { kind: 'message', summary: 'Yes, you can.', actor: 'user Test', source: 'screen' },
      { kind: 'message', summary: 'Can I pay on Friday?', source: 'customer' },
    ])
  })

  test('what was said is never changed or removed', async () => {
    const { customer_id, token } = await sentApril()
    const id = await writtenId(customer_id, token, 'As it was said')
    const admin = await world.as('admin')
    expect((await admin.post('/message', { id, version: 1, text_plain: 'x' })).status).toBe(476)
    expect((await admin.delete('/message', { id })).status).toBe(476)
    await scope(world.owner, world.organisations[0])
    for (const sql of [
      `update messages set text_plain = 'Other words' where id = ${id}`,
      `delete from messages where id = ${id}`,
    ])
      await expect(world.owner.query(sql)).rejects.toThrow(/stays as it was said/)
    const chats = await invoices.user.get('/messages', { customer_id, type: 'chat' })
    expect(chats.body.info.total).toBe(1)
  })
})

describe('a link', () => {
  test('opens the chat of its own invoice, not the customer’s other ones', async () => {
    const { customer_id, contract_id, invoice, token } = await sentApril()
    const may = await invoices.send(
      (await invoices.draft({ customer_id, contract_id, ...months.may })).id,
    )
    const other = await invoices.tokenOf(may.id)
    const stranger = await sentApril()
    await write(token, 'About April')
    await write(other, 'About May')
    await answer(customer_id, 'Your April question', { invoice_id: invoice.id })
    await answer(customer_id, 'Your newest question')
    expect(textsOf((await read(token)).body.data)).toEqual([
      'About April',
      'Your April question',
      'Your newest question',
    ])
    expect(textsOf((await read(other)).body.data)).toEqual(['About May'])
    expect((await read(stranger.token)).status).toBe(260)
    const wanted = { customer_id, type: 'chat', order: 'created_at' }
    const all = await invoices.user.get('/messages', wanted)
    expect(all.body.data).toHaveLength(4)
    const wrong = await answer(stranger.customer_id, 'Not yours', { invoice_id: invoice.id })
    expect(wrong.status).toBe(400)
  })

  test('that has ended lets nobody read or write', async () => {
    const { invoice, token } = await sentApril()
    const both = async (which: string, status: number) => {
      expect((await read(which)).status).toBe(status)
      expect((await write(which, 'Still there?')).status).toBe(status)
    }
    await both('', 469)
    await both('A'.repeat(43), 469)
    const expiry = 'update public_links set expires_at = $2 where token_hash = sha256($1)'
    await world.owner.query(expiry, [token, '2020-01-01'])
    await both(token, 470)
    await world.owner.query(expiry, [token, '2030-01-01'])
    await invoices.manager.post('/invoice/cancel', { id: invoice.id, reason: 'Wrong site' })
    await both(token, 473)
  })

  test('that was taken back lets nobody read or write', async () => {
    const { token } = await sentApril()
    await world.owner.query(
      'update public_links set revoked_at = now() where token_hash = sha256($1)',
      [token],
    )
    expect((await read(token)).status).toBe(469)
    expect((await write(token, 'Hello?')).status).toBe(469)
  })

  test('takes twenty messages in a quarter of an hour, then asks for patience', async () => {
    const { token } = await sentApril()
    for (let sent = 0; sent < 20; sent += 1)
      expect((await write(token, `Number ${sent}`)).status).toBe(201)
    const refused = await write(token, 'One more')
    expect(refused.status).toBe(429)
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
  })

  test('does not let staff speak as the customer, nor counts what they look at', async () => {
    const { customer_id, token } = await sentApril()
    expect((await write(token, 'I am staff', {}, invoices.user)).status).toBe(403)
    const { id } = (await answer(customer_id, 'Kia ora')).body.data
    const { authorization = '', cookies } = invoices.user
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const seen = await invoices.read(token, '/public/invoice/chat', { authorization, cookie })
    expect(seen.status).toBe(200)
    expect((await invoices.user.get('/message', { id })).body.data.status).toBe('accepted')
  })

  test('of an archived customer tells to get in touch otherwise', async () => {
    const { customer_id, token } = await sentApril()
    await scope(world.owner, world.organisations[0])
    await world.owner.query('update customers set deleted_at = now() where id = $1', [customer_id])
    const reply = await write(token, 'Hello?')
    expect(reply.status).toBe(473)
    expect(reply.body.message).toContain('contact us directly')
    expect((await answer(customer_id, 'Hello')).status).toBe(473)
  })
})

describe('an answer', () => {
  test('nobody read on the page comes by mail after a while, all of them in one', async () => {
    const { customer_id, invoice, token } = await sentApril({
      invoice_recipients: ['one@example.co.nz', 'gone@example.co.nz'],
    })
    await invoices.user.put('/messageblacklist', { contact: 'gone@example.co.nz', type: 'email' })
    await write(token, 'Why?')
    const first = await answer(customer_id, 'Because the meter was read late.')
    expect(first.body.info.mail_to).toEqual(['one@example.co.nz'])
    const second = await answer(customer_id, 'It evens out next month.')
    await runQueue(world)
    expect(await mailsOf(first.body.data.id)).toEqual([])
    const [mail, ...more] = await mailsOf(second.body.data.id)
    expect(more).toEqual([])
    expect(mail?.mail_to).toBe('one@example.co.nz')
    expect(mail?.subject).toBe(
      `A message from First Energy about invoice ${invoice.invoice_number}`,
    )
    expect(mail?.text_plain).toContain('read late.\n\nIt evens out')
    const link = /\/invoice\/#([\w-]{43})\s/.exec(mail?.text_plain ?? '')?.[1] ?? ''
    expect(textsOf((await read(link)).body.data)).toHaveLength(3)
  })

  test('that was read on the page is not mailed as well', async () => {
    const { customer_id, token } = await sentApril()
    const { id } = (await answer(customer_id, 'Kia ora')).body.data
    await read(token)
    await runQueue(world)
    expect(await mailsOf(id)).toEqual([])
  })

  test('nobody would ever read is refused with what would work', async () => {
    const { id } = await makeRow(invoices.user, customer)
    const nowhere = await answer(id, 'Hello')
    expect(nowhere.status).toBe(476)
    expect(nowhere.body.message).toContain('no invoice page')
    const { customer_id, invoice, token } = await sentApril()
    await write(token, 'Hello?')
    await invoices.manager.post('/invoice/cancel', { id: invoice.id, reason: 'Wrong site' })
    expect((await answer(customer_id, 'By mail then')).body.info).toMatchObject({
      is_on_page: false,
    })
    await scope(world.owner, world.organisations[0])
    await world.owner.query('update customers set email = null where id = $1', [customer_id])
    const lost = await answer(customer_id, 'Anybody?')
    expect(lost.status).toBe(476)
    expect(lost.body.message).toContain('ring the customer')
  })

  test('never threatens whoever is cared for: neither on the page nor in the mail of it', async () => {
    const threat = 'Pay, or we will cut your power off.'
    const stops = async (customer_id: number) =>
      (await invoices.manager.get('/carestops', { customer_id })).body.data ?? []
    const { customer_id, token } = await sentApril()
    const early = await answer(customer_id, threat)
    expect(early.status, early.text).toBe(201)
    await scope(world.owner, world.organisations[0])
    await world.owner.query('update customers set in_hardship = true where id = $1', [customer_id])
    const refused = await answer(customer_id, threat)
    expect(refused.status, refused.text).toBe(476)
    expect(refused.body.message).toContain('in hardship, and the text says “cut your power off”')
    expect(await stops(customer_id)).toMatchObject([
      { kind: 'answer', words: threat, actor_name: 'user Test', message_id: null },
    ])
    // What was written before anybody knew stays on the page; its mail is stopped.
    await runQueue(world)
    expect(await stops(customer_id)).toMatchObject([
      { kind: 'answer', words: expect.stringContaining(threat), actor_name: null },
      { message_id: null },
    ])
    expect((await answer(customer_id, 'We find a way together.')).status).toBe(201)
    expect(textsOf((await read(token)).body.data)).toEqual([threat, 'We find a way together.'])
  })

  test('has no subject; a text message is a draft until it is sent', async () => {
    const { customer_id } = await sentApril()
    const reply = await answer(customer_id, 'Hello', { type: 'sms' })
    expect(reply.status, reply.text).toBe(201)
    expect(reply.body.data).toMatchObject({ type: 'sms', status: 'draft', sent_at: null })
    expect((await answer(customer_id, 'Hello', { subject: 'Re' })).status).toBe(400)
    expect((await invoices.user.put('/message', { text_plain: 'Whose?' })).status).toBe(400)
    const about = { reference_object: 'customer', reference_id: customer_id }
    const named = await invoices.user.put('/message', { ...about, text_plain: 'By its record' })
    expect(named.body.data).toMatchObject({ customer_id })
  })
})

test('another organisation sees neither chats nor messages', async () => {
  const { customer_id, token } = await sentApril()
  const id = await writtenId(customer_id, token, 'Ours alone')
  const other = await world.as('other')
  expect((await other.get('/message', { id })).status).toBe(404)
  expect((await other.get('/messages', { customer_id })).status).toBe(260)
  expect((await other.get('/messages/chats')).status).toBe(260)
  expect((await other.post('/messages/read', { customer_id })).status).toBe(404)
  expect((await other.put('/message', { customer_id, text_plain: 'Hello' })).status).toBe(400)
  expect((await invoices.user.get('/message', { id })).body.data.read_at).toBeNull()
})

test('marking as read stops at what was shown', async () => {
  const { customer_id, token } = await sentApril()
  const until_id = await writtenId(customer_id, token, 'Seen')
  await write(token, 'Came meanwhile')
  await invoices.user.post('/messages/read', { customer_id, until_id })
  const unread = { customer_id, direction: 'in', 'read_at.null': 'true' }
  const left = await invoices.user.get('/messages', unread)
  expect(textsOf(left.body.data)).toEqual(['Came meanwhile'])
  const all = await invoices.user.post('/messages/read', { customer_id })
  expect(all.body.data).toEqual({ read: 1 })
  expect((await invoices.user.get('/messages', unread)).status).toBe(260)
})
