import { afterAll, beforeAll, expect, test } from 'vitest'
import { customer } from '#domain/customers/customer.ts'
import { sendMessage } from '#server/messaging/outbox/send-message-job.ts'
import type { Client } from '#tests/support/client.ts'
import { makeRow } from '#tests/support/fitting.ts'
import { type Gateways, gateways, setUp } from '#tests/support/gateways.ts'
import { jobContext } from '#tests/support/job-context.ts'
import { textFile, upload } from '#tests/support/upload.ts'
import { makeWorld, type World } from '#tests/support/world.ts'

let world: World
let house: Gateways
let user: Client
let numbers = 0

beforeAll(async () => {
  ;[world, house] = await Promise.all([makeWorld(), gateways()])
  user = await world.as('user')
  await setUp(await world.as('admin'), { sms_sender_service: '4321', sms_quiet_hours: 'none' })
  const [organisation_id] = world.organisations
  const organisations = [{ organisation_id, sms: house.channels.twilio }]
  Object.assign(world.config, { channels: { organisations } })
})
afterAll(async () => {
  await house.close()
  await world.close()
})

async function somebody() {
  numbers += 1
  const number = `+6421555880${numbers}`
  const { id: customer_id } = await makeRow(user, customer, { phone_mobile: number })
  return { customer_id, number }
}

async function kept(name: string, words = name): Promise<number> {
  const reply = await upload(user, textFile(`${words}\n`, name))
  expect(reply.status, reply.text).toBe(201)
  return reply.body.data.id
}

async function leaves(message_id: number): Promise<void> {
  const [organisation_id] = world.organisations
  const clock = { now: () => new Date(world.clock.now().getTime() + 11_000) }
  const job = jobContext(world, { config: world.config, clock })
  await sendMessage.run(job, { organisation_id, message_id })
}

async function sent(file_ids: number[]) {
  const { customer_id, number } = await somebody()
  const asked = { customer_id, text: 'Your rates:', file_ids }
  const reply = await user.put('/message/sms', asked)
  expect(reply.status, reply.text).toBe(201)
  const { id } = reply.body.data
  await leaves(id)
  const [words = ''] = await house.got(number)
  const tokens = [...words.matchAll(/\/file\/#([\w-]{43})/g)].map(([, token = '']) => token)
  return { id, words, tokens, customer_id, number }
}

/** As a browser without an account asks. */
const open = (path: string, token: string, at = world.app) =>
  at.inject({ method: 'GET', url: `/api/v1${path}`, headers: { 'x-link-token': token } })

test('a link to each file stands below the words, and opens that file alone', async () => {
  const files = [await kept('rates.csv'), await kept('terms.csv')]
  const { id, words, tokens } = await sent(files)
  expect(words).toMatch(/: Your rates:\nhttp\S+\nhttp\S+$/)
  expect(tokens).toHaveLength(2)
  const [first = '', second = ''] = tokens
  const page = await open('/public/file', first)
  expect(page.json().data).toMatchObject({ name: 'rates.csv', size_bytes: 10 })
  const { statusCode, headers, body } = await open('/public/file/content', first)
  expect([statusCode, body]).toEqual([200, 'rates.csv\n'])
  expect(headers).toMatchObject({
    'content-disposition': expect.stringMatching(/^attachment; filename="rates\.csv"/),
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
  })
  expect((await open('/public/file/content', second)).body).toBe('terms.csv\n')
  // Whoever reads the message here sees its files, and nothing that opens them for others.
  const { data } = (await user.get('/message', { id })).body
  expect(data.file_ids).toEqual(files)
  for (const token of tokens) expect(data.text_plain).not.toContain(token)
  const manager = await world.as('manager')
  const told = (await manager.get('/history', { object_class: 'file', object_id: files[0] ?? 0 }))
    .body
  expect(told.data.map((one: { action: string }) => one.action)).toContain('download')
})

test('what is counted before it leaves is what leaves, and the preview opens nothing', async () => {
  const file_ids = [await kept('counted.csv')]
  const { customer_id, number } = await somebody()
  const asked = { customer_id, text: 'Your rates:', file_ids }
  const { data } = (await user.post('/message/sms/preview', asked)).body
  const { rows } = await world.owner.query(
    `select count(*)::int as count from public_links where object_class = 'file'
       and object_id = $1`,
    file_ids,
  )
  expect(rows[0].count).toBe(0)
  const { id } = (await user.put('/message/sms', asked)).body.data
  await leaves(id)
  const [words = ''] = await house.got(number)
  expect(words).toHaveLength(data.text.length)
  expect((await user.get('/message', { id })).body.data.segments).toBe(data.segments)
  const again = await user.put('/message/sms', asked)
  expect(again.status, 'the same words with a new link are the same words').toBe(476)
})

test('a link ends after thirty days, with its file, and for whoever guesses', async () => {
  const file_id = await kept('ending.csv')
  const { tokens } = await sent([file_id])
  const [token = ''] = tokens
  expect((await open('/public/file', 'x'.repeat(43))).statusCode).toBe(469)
  expect((await open('/public/invoice', token)).statusCode, 'it opens nothing else').toBe(469)
  world.clock.advance(31 * 86_400_000)
  expect((await open('/public/file/content', token)).statusCode).toBe(470)
  world.clock.advance(-31 * 86_400_000)
  await user.delete('/file', { id: file_id })
  expect((await open('/public/file', token)).statusCode).toBe(469)
  expect((await open('/public/file/content', token)).statusCode).toBe(469)
})

test('only files that are here and open to whoever writes go along, ten at most', async () => {
  const { customer_id } = await somebody()
  const write = (file_ids: number[]) =>
    user.put('/message/sms', { customer_id, text: 'Your files', file_ids })
  expect((await write([999_999])).status).toBe(404)
  const foreign = await upload(await world.as('other'), textFile('theirs\n', 'theirs.csv'))
  expect((await write([foreign.body.data.id])).status).toBe(404)
  expect((await write(Array.from({ length: 11 }, (_, n) => n + 1))).status).toBe(400)
})

test('taken back it is as it was typed; sent again its links open anew', async () => {
  const file_ids = [await kept('again.csv')]
  const { customer_id } = await somebody()
  const asked = await user.put('/message/sms', { customer_id, text: 'Your rates:', file_ids })
  const back = await user.post('/message/takeback', { id: asked.body.data.id })
  expect(back.body.info.words).toBe('Your rates:')
  expect(back.body.data.file_ids).toEqual(file_ids)
  const first = await sent(file_ids)
  const again = await user.post('/message/resend', { id: first.id })
  expect(again.status, again.text).toBe(201)
  expect(again.body.data.file_ids).toEqual(file_ids)
  await leaves(again.body.data.id)
  const [, words = ''] = await house.got(first.number)
  const [, token = ''] = /\/file\/#([\w-]{43})/.exec(words) ?? []
  expect(first.tokens).not.toContain(token)
  expect((await open('/public/file/content', token)).body).toBe('again.csv\n')
})
