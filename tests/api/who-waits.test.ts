import { afterAll, beforeAll, expect, test } from 'vitest'
import { customer } from '#domain/customers/customer.ts'
import { staff } from '#domain/identity/staff.ts'
import { queueMessage } from '#server/messaging/outbox/queue-message.ts'
import type { Client } from '#tests/support/client.ts'
import { makeRow } from '#tests/support/fitting.ts'
import { silentMail } from '#tests/support/smtp-sink.ts'
import { makeWorld, type World } from '#tests/support/world.ts'

let world: World
let user: Client
let manager: Client

beforeAll(async () => {
  world = await makeWorld({ smtpUrl: silentMail })
  ;[user, manager] = await Promise.all([world.as('user'), world.as('manager')])
})
afterAll(() => world.close())

const scope = () => ({ organisation_id: world.organisations[0], user_id: null })
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString()

interface Words {
  customer_id?: number
  sender?: string
  direction?: 'in' | 'out'
  text: string
}

const said = ({ customer_id, sender, direction = 'in', text }: Words) =>
  world.database.write(scope(), (conn) =>
    conn.query(
      `insert into messages (organisation_id, type, direction, text_plain, status, customer_id,
         sender) values (scope_organisation(), $1, $2, $3, 'delivered', $4, $5)`,
      [customer_id ? 'chat' : 'email', direction, text, customer_id ?? null, sender ?? null],
    ),
  )

const threadOf = async (customer_id: number) =>
  (await user.get('/threads', { customer_id })).body.data[0]

async function newThread() {
  const { id: customer_id } = await makeRow(manager, customer)
  await said({ customer_id, text: 'Kia ora' })
  return { customer_id, thread: await threadOf(customer_id) }
}

const mailTo = async (customer_id: number, text_plain = 'Here it is.') => {
  const words = { type: 'email', customer_id, subject: 'Your meter', text_plain }
  const whole = { ...words, recipient: 'rewa@example.co.nz' }
  const { id } = (await user.put('/message', whole)).body.data
  const sent = await user.post('/message/send', { id, send_anyway: true })
  expect(sent.status, sent.text).toBe(200)
  return id as number
}
const takeBack = async (id: number) => {
  const taken = await user.post('/message/takeback', { id })
  expect(taken.status, taken.text).toBe(200)
}
const automatic = (customer_id: number, key: string) =>
  world.database.write(scope(), (conn) =>
    queueMessage(world, conn, {
      ...{ kind: 'statement', customer_id, to: 'rewa@example.co.nz', key },
      ...{ subject: 'Your statement', text: 'Kia ora' },
    }),
  )

test('whose answer is taken back: they wait on since they first wrote, whatever was sent by itself', async () => {
  const { customer_id, thread } = await newThread()
  const { waiting_since } = thread
  await said({ customer_id, text: 'Are you there?' })
  await automatic(customer_id, `meanwhile ${customer_id}`)
  const answer = await mailTo(customer_id)
  expect(await threadOf(customer_id)).toMatchObject({ state: 'waiting', waiting_since: null })
  await takeBack(answer)
  expect(await threadOf(customer_id)).toMatchObject({ state: 'open', waiting_since })
  await user.post('/message/send', { id: answer })
  expect(await threadOf(customer_id)).toMatchObject({ state: 'waiting', waiting_since: null })
  await takeBack(answer)
  expect(await threadOf(customer_id)).toMatchObject({ state: 'open', waiting_since })
})

test('who was answered twice is still answered when the second is taken back', async () => {
  const { customer_id } = await newThread()
  await said({ customer_id, direction: 'out', text: 'Tomorrow' })
  await takeBack(await mailTo(customer_id))
  expect(await threadOf(customer_id)).toMatchObject({ state: 'waiting', waiting_since: null })
})

test('who rests while an answer is taken back rests on, and has waited', async () => {
  const { customer_id, thread } = await newThread()
  await user.post('/thread/snooze', { id: thread.id, until: inDays(2) })
  await takeBack(await mailTo(customer_id))
  const { waiting_since } = thread
  expect(await threadOf(customer_id)).toMatchObject({ state: 'snoozed', waiting_since })
})

const stranger = async (address: string) => {
  await said({ sender: address, text: 'It is me' })
  return (await user.get('/threads', { address })).body.data[0]
}
const matched = async (id: number, customer_id: number) => {
  const reply = await user.post('/thread/match', { id, customer_id })
  expect(reply.status, reply.text).toBe(200)
  return threadOf(customer_id)
}

test('whose address was nobody’s: they wait in their own thread, whatever was sent there since', async () => {
  const { id: customer_id } = await makeRow(manager, customer)
  const { id, waiting_since } = await stranger('waits@elsewhere.example')
  await automatic(customer_id, `since ${customer_id}`)
  expect(await threadOf(customer_id)).toMatchObject({ state: 'done', waiting_since: null })
  expect(await matched(id, customer_id)).toMatchObject({ state: 'open', waiting_since, unread: 1 })
})

test('what was done or rested before it was known whose it is is no more to be answered', async () => {
  const [one, two] = [await makeRow(manager, customer), await makeRow(manager, customer)]
  const finished = await stranger('done@elsewhere.example')
  await user.post('/thread/done', { id: finished.id })
  expect(await matched(finished.id, one.id)).toMatchObject({ state: 'done', waiting_since: null })
  const resting = await stranger('rests@elsewhere.example')
  const until = inDays(3)
  await user.post('/thread/snooze', { id: resting.id, until })
  const { state, snoozed_until } = await matched(resting.id, two.id)
  expect([state, Date.parse(snoozed_until)]).toEqual(['snoozed', Date.parse(until)])
})

test('who waits in both has waited since the first', async () => {
  const { id, waiting_since } = await stranger('both@elsewhere.example')
  const { customer_id, thread } = await newThread()
  await user.post('/thread/snooze', { id: thread.id, until: inDays(2) })
  const both = await matched(id, customer_id)
  expect(both).toMatchObject({ state: 'open', waiting_since, snoozed_until: null, unread: 2 })
  expect(both.snooze_cut_short).not.toBeNull()
})

test('what came in the conversation of somebody who has left is everybody’s news', async () => {
  const { thread } = await newThread()
  const { id: staff_id } = await makeRow(manager, staff, { is_active: true })
  expect((await user.post('/thread/assign', { id: thread.id, staff_id })).status).toBe(200)
  const rings = async () =>
    (await user.get('/news')).body.data.some(({ path }: { path: string }) =>
      path.includes(`thread=${thread.id}`),
    )
  expect(await rings(), 'it is theirs').toBe(false)
  await world.owner.query('update staffs set is_active = false where id = $1', [staff_id])
  expect(await rings()).toBe(true)
})

test('what was written long ago and was to leave yesterday is told as not delivered', async () => {
  const { id: customer_id } = await makeRow(manager, customer)
  const { rows } = await world.owner.query(
    `insert into messages (organisation_id, type, direction, kind, text_plain, status, recipient,
       subject, customer_id, created_at, not_before)
     values ($1, 'email', 'out', 'mail', 'Kia ora', 'failed', 'rewa@example.co.nz', 'Long ago', $2,
       now() - interval '42 days', now() - interval '1 day') returning id`,
    [world.organisations[0], customer_id],
  )
  const { data } = (await user.get('/messages/undelivered')).body
  expect(data.map(({ id }: { id: number }) => id)).toContain(Number(rows[0].id))
  const told = (await user.get('/news')).body.data.map(({ words }: { words: string }) => words)
  expect(told.some((words: string) => words.includes('Long ago'))).toBe(true)
})
