import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { customer } from '#domain/customers/customer.ts'
import { sendMessage } from '#server/messaging/outbox/send-message-job.ts'
import type { Client } from '#tests/support/client.ts'
import { makeRow } from '#tests/support/fitting.ts'
import { jobContext } from '#tests/support/job-context.ts'
import { type SmtpSink, silentMail, startSmtpSink } from '#tests/support/smtp-sink.ts'
import { textFile, upload } from '#tests/support/upload.ts'
import { makeWorld, type World } from '#tests/support/world.ts'

let world: World
let sink: SmtpSink
let user: Client
let customer_id: number
let sequence = 0

beforeAll(async () => {
  ;[world, sink] = await Promise.all([makeWorld({ smtpUrl: silentMail }), startSmtpSink()])
  user = await world.as('user')
  customer_id = (
    await makeRow(await world.as('manager'), customer, { email: 'rewa@example.co.nz' })
  ).id
})
beforeEach(() => sink.reset())
afterAll(async () => {
  await sink.stop()
  await world.close()
})

const channel = () => ({
  from: 'Harbour <office@harbour.example>',
  address: 'office@harbour.example',
  smtpUrl: sink.url,
  imapUrl: 'imap://nobody@127.0.0.1',
})

/** One try of the worker, as if its time had come. */
async function leaves(message_id: number, inMs = 11_000) {
  const [organisation_id] = world.organisations
  const clock = { now: () => new Date(world.clock.now().getTime() + inMs) }
  const config = {
    ...world.config,
    channels: { organisations: [{ organisation_id, mail: channel() }] },
  }
  await sendMessage.run(jobContext(world, { clock, config }), { organisation_id, message_id })
  return (await user.get('/message', { id: message_id })).body
}

async function draft(more: Record<string, unknown> = {}) {
  sequence += 1
  // No two say the same, which would be asked about.
  const text_plain = `Kia ora Rewa, number ${sequence}\n\nHere they are.`
  const words = { subject: 'Your new rates', text_plain }
  const made = await user.put('/message', { type: 'email', customer_id, ...words, ...more })
  expect(made.status, made.text).toBe(201)
  return made.body.data
}

const headerOf = (content: string, name: string) =>
  content
    .split('\r\n\r\n')[0]
    ?.replace(/\r\n[ \t]+/g, ' ')
    .split('\r\n')
    .find((line) => line.toLowerCase().startsWith(`${name.toLowerCase()}: `))
    ?.slice(name.length + 2)

test('a mail refused for now waits for its reader, and nobody gets a second copy meanwhile', async () => {
  const { id } = await draft({ cc: ['tama@example.co.nz', 'full@example.co.nz'] })
  await user.post('/message/send', { id })
  for (const address of ['rewa@example.co.nz', 'full@example.co.nz'])
    sink.refuse(address, 452, '4.2.2 Mailbox full')
  const waiting = await leaves(id)
  expect(waiting.data).toMatchObject({ status: 'queued', attempts: 1 })
  expect(waiting.data.error).toContain('Mailbox full')
  expect(sink.messages.map(({ to }) => to)).toEqual([['tama@example.co.nz']])
  const states = (info: { deliveries: { state: string }[] }) =>
    info.deliveries.map(({ state }) => state)
  expect(states(waiting.info)).toEqual(['sending', 'accepted', 'sending'])
  sink.reset()
  const { data, info } = await leaves(id, 90_000)
  expect(data.status).toBe('accepted')
  expect(sink.messages.map(({ to }) => to)).toEqual([['rewa@example.co.nz', 'full@example.co.nz']])
  const readers = headerOf(sink.messages[0]?.content ?? '', 'Cc')
  expect(readers).toBe('tama@example.co.nz, full@example.co.nz')
  expect(states(info)).toEqual(['accepted', 'accepted', 'accepted'])
})

test('a mail refused for good has failed at once, also where a copy came or waits', async () => {
  const refused = async (cc: string) => {
    const { id } = await draft({ cc: [cc] })
    await user.post('/message/send', { id })
    sink.refuse('rewa@example.co.nz', 550, '5.7.1 Not wanted')
    const { data, info } = await leaves(id)
    expect(data).toMatchObject({ status: 'failed', error_code: '5.7.1' })
    return info.deliveries.map(({ state }: { state: string }) => state)
  }
  expect(await refused('tama@example.co.nz')).toEqual(['failed', 'accepted'])
  sink.refuse('full@example.co.nz', 452, '4.2.2 Mailbox full')
  expect(await refused('full@example.co.nz')).toEqual(['failed', 'failed'])
})

test('a mail has its whole day again once it was taken back and sent anew', async () => {
  const DAY_MS = 86_400_000
  const { id } = await draft()
  await user.post('/message/send', { id })
  sink.answerNext(451, 'Busy')
  expect((await leaves(id)).data.status).toBe('queued')
  await user.post('/message/takeback', { id })
  await user.post('/message/send', { id })
  sink.answerNext(451, 'Busy again')
  expect((await leaves(id, DAY_MS + 60_000)).data.status).toBe('queued')
  expect((await leaves(id, DAY_MS + 7 * 3_600_000)).data.status).toBe('accepted')
})

test.each([
  ['gone@EXAMPLE.co.nz', 'gone@example.co.nz', 'gone@example.co.nz'],
  ['Gone.Too@example.co.nz', 'gone.too@example.co.nz', 'gone.too@example.co.nz'],
  ['info@kōwhai.nz', 'info@kōwhai.nz', 'info@kōwhai.nz'],
])(
  'a mail to %s that is refused has failed, however the server writes the address',
  async (recipient, told, kept) => {
    const { id } = await draft({ recipient, cc: ['tama@example.co.nz'] })
    await user.post('/message/send', { id })
    sink.refuse(told, 550, '5.7.1 Not wanted')
    const { data, info } = await leaves(id)
    expect(data).toMatchObject({ status: 'failed', error_code: '5.7.1', recipient: kept })
    expect(info.deliveries).toMatchObject([
      { address: kept, state: 'failed' },
      { address: 'tama@example.co.nz', state: 'accepted' },
    ])
  },
)

test('the same words to the same reader are the same, however the address is typed', async () => {
  const words = { text_plain: 'We come on Monday.' }
  const first = await draft({ ...words, recipient: 'Hana@Example.co.nz' })
  expect((await user.post('/message/send', { id: first.id })).status).toBe(200)
  const second = await draft({ ...words, recipient: 'someone@example.co.nz' })
  const typed = { id: second.id, version: second.version, recipient: 'hana@EXAMPLE.co.nz' }
  expect((await user.post('/message', typed)).status).toBeLessThan(300)
  expect((await user.post('/message/send', { id: second.id })).status).toBe(476)
})

test('a mail waits as a draft where no mail server is set up, and says so at once', async () => {
  const [first, second] = [await draft(), await draft()]
  await user.post('/message/send', { id: first.id })
  await leaves(first.id)
  world.config.smtpUrl = undefined
  const refused = [
    await user.post('/message/send', { id: second.id }),
    await user.post('/message/resend', { id: first.id }),
  ]
  world.config.smtpUrl = silentMail
  for (const { status, body } of refused) {
    expect(status).toBe(501)
    expect(body.message).toBe('Email isn’t switched on for your organisation yet.')
  }
  expect((await user.get('/message', { id: second.id })).body.data.status).toBe('draft')
})

test('a mail with more files than it takes is too large, and says where', async () => {
  const file = await upload(user, textFile('day,0.29\n', 'photo.csv'))
  const file_id = file.body.data.id
  await world.owner.query('update files set size_bytes = $2 where id = $1', [file_id, 15 << 20])
  const { id } = await draft({ file_ids: [file_id] })
  expect((await user.post('/message/send', { id })).status).toBe(200)
  await world.owner.query('update files set size_bytes = size_bytes + 1 where id = $1', [file_id])
  const { id: larger } = await draft({ file_ids: [file_id] })
  const reply = await user.post('/message/send', { id: larger })
  expect(reply.status).toBe(413)
  const message = 'Together they are too large: 15 MB at most.'
  expect(reply.body).toMatchObject({ message, errors: [{ field: 'file_ids', message }] })
})

test('whatever is written in a thread that nobody knows, or of others, is not found', async () => {
  const other = await world.as('other')
  const { id: theirs } = await makeRow(other, customer, { email: 'hana@example.co.nz' })
  const words = { subject: 'Kia ora', text_plain: 'Kia ora' }
  const begun = await other.put('/message', { type: 'email', customer_id: theirs, ...words })
  for (const thread_id of [begun.body.data.thread_id, 999_999])
    for (const type of ['email', 'sms', 'note', 'chat']) {
      const subject = type === 'email' ? words.subject : undefined
      const letter = { type, thread_id, subject, text_plain: words.text_plain }
      const reply = await user.put('/message', letter)
      expect(reply.status, `${type} ${reply.text}`).toBe(404)
    }
})

test('a mail is sent once more to an address whose domain has macrons, after a last look', async () => {
  const { id } = await draft()
  await user.post('/message/send', { id })
  await leaves(id)
  const to = 'rewa@kōwhai.nz'
  const asked = { action: 'message_resend', ids: [id], options: { to: [to] } }
  const [look] = (await user.post('/departure/look', asked)).body.data
  expect(look).toMatchObject({ problem: null, messages: [{ to }] })
  const again = await user.post('/message/resend', { id, to })
  expect(again.status, again.text).toBe(201)
  sink.reset()
  const { data } = await leaves(again.body.data.id)
  expect(data).toMatchObject({ recipient: to, status: 'accepted' })
  expect(sink.messages.map((mail) => mail.to)).toEqual([[to]])
})
