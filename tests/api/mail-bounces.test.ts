import { afterAll, beforeAll, expect, test } from 'vitest'
import { complaintOf } from '#demo/mailbox/letters.ts'
import { customer } from '#domain/customers/customer.ts'
import type { Client } from '#tests/support/client.ts'
import { makeRow } from '#tests/support/fitting.ts'
import { withMailboxes } from '#tests/support/mailboxes.ts'
import { makeWorld, type World } from '#tests/support/world.ts'

let world: World
let user: Client
let manager: Client
let boxes: Awaited<ReturnType<typeof withMailboxes>>
let sequence = 0

beforeAll(async () => {
  world = await makeWorld()
  boxes = await withMailboxes(world)
  ;[user, manager] = await Promise.all([world.as('user'), world.as('manager')])
})
afterAll(async () => {
  await boxes.close()
  await world.close()
})

async function sent(customer_id: number, email: string, text_plain: string) {
  const words = { type: 'email', customer_id, subject: 'Your new rates', text_plain }
  const { id } = (await user.put('/message', words)).body.data
  await user.post('/message/send', { id })
  await boxes.send(id)
  const [mail] = await boxes.of(email)
  if (!mail) throw new Error('Nothing arrived.')
  return { id, mail }
}

/** A mail to a customer that has arrived in their mailbox. */
async function written() {
  sequence += 1
  const email = `rewa${sequence}@customers.example`
  const { id: customer_id } = await makeRow(manager, customer, { email })
  return { customer_id, email, ...(await sent(customer_id, email, 'Here they are.')) }
}

const messageNow = async (id: number) => (await user.get('/message', { id })).body
const listed = async (contact: string) =>
  (await user.get('/messageblacklists', { contact })).body.data ?? []

test('behind an alias it came back all the same, by whatever address it is told', async () => {
  const { id, email, mail } = await written()
  const recipient = 'rewa.private@elsewhere.example'
  await boxes.act('bounce', { id: mail.id, recipient })
  await boxes.read()
  const { data, info } = await messageNow(id)
  expect(data).toMatchObject({ status: 'bounced', error_code: '5.1.1' })
  expect(info.deliveries).toMatchObject([{ address: email, state: 'bounced', code: '5.1.1' }])
  expect(info.events.at(-1).words).toContain(recipient)
  // Nobody knows whether the alias leads elsewhere, too.
  for (const contact of [email, recipient]) expect(await listed(contact)).toEqual([])
})

test('one that tells of it in plain words is told as come back, for an unknown reason', async () => {
  const { id, email, mail } = await written()
  await boxes.act('bounce-plainly', { id: mail.id })
  await boxes.read()
  const { data, info } = await messageNow(id)
  expect(data).toMatchObject({ status: 'bounced', error_code: null })
  expect(data.error).toContain('reason is unknown')
  expect(info.deliveries).toMatchObject([{ address: email, state: 'bounced' }])
  expect(await listed(email)).toEqual([])
  const address = 'mailer-daemon@customers.example'
  expect((await user.get('/threads', { address })).body.data ?? []).toEqual([])
})

const rawOf = (headers: Record<string, string>, text: string) =>
  `${Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}`)
    .join('\r\n')}\r\n\r\n${text}\r\n`

/** Comes from nobody, to where a mail of ours would come back. */
async function comesBack(id: string, headers: Record<string, string>, text: string) {
  const to = boxes.store.mails.find((one) => one.id === id)?.envelope_from ?? ''
  await boxes.act('raw', { to, from: '', raw: rawOf({ To: to, ...headers }, text) })
  await boxes.read()
}

test.each([
  { 'Auto-Submitted': 'auto-replied' },
  // As Exchange does it.
  { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' },
])(
  'who is away has got it: that a machine answered the sender’s address bounces nothing (%o)',
  async (told) => {
    const { id, email, mail } = await written()
    await comesBack(mail.id, { From: email, Subject: 'Automatic reply', ...told }, 'I am away')
    expect((await messageNow(id)).data.status).toBe('accepted')
    const [thread] = (await user.get('/threads', { last_type: 'email', order: '-last_at' })).body
      .data
    expect(thread).toMatchObject({ unread: 0, waiting_since: null })
    expect(thread.last_words).toContain('I am away')
  },
)

/** A report whose parts are as they are given. */
const reportOf = (parts: readonly string[]) => ({
  headers: {
    From: 'Mail Delivery <mailer-daemon@customers.example>',
    Subject: 'About your mail',
    'Auto-Submitted': 'auto-replied',
    'MIME-Version': '1.0',
    'Content-Type': 'multipart/report; report-type=delivery-status; boundary="b"',
  },
  text: `${parts.map((part) => `--b\r\n${part}\r\n`).join('')}--b--`,
})

test('a report in all letters, of what is late, is read as what it is', async () => {
  const { id, email, mail } = await written()
  const facts = [
    ...['Reporting-MTA: dns; mx.customers.example', '', `Final-Recipient: utf-8; ${email}`],
    ...['Action: delayed (will be tried on)', 'Status: 4.4.1'],
  ]
  const { headers, text } = reportOf([
    'Content-Type: text/plain\r\n\r\nIt is late.',
    `Content-Type: message/global-delivery-status\r\n\r\n${facts.join('\r\n')}`,
  ])
  await comesBack(mail.id, headers, text)
  const { data, info } = await messageNow(id)
  expect(data.status).toBe('accepted')
  expect(info.deliveries).toMatchObject([{ address: email, state: 'delayed', code: '4.4.1' }])
})

test('a report with nothing in it to read tells that it came back, for an unknown reason', async () => {
  const { id, mail } = await written()
  const { headers, text } = reportOf(['Content-Type: text/plain\r\n\r\nIt did not work.'])
  await comesBack(mail.id, { ...headers, From: 'Gateway <noreply@customers.example>' }, text)
  const { data } = await messageNow(id)
  expect(data).toMatchObject({ status: 'bounced', error_code: null })
  expect(data.error).toContain('reason is unknown')
})

test('refusals of our domain, what is late and what has no code never count', async () => {
  const { customer_id, email, mail } = await written()
  let last = mail
  for (const status of ['5.7.26', '4.4.7', '5.7.1', 'odd', '5.2.2']) {
    await boxes.act('bounce', { id: last.id, status })
    await boxes.read()
    last = (await sent(customer_id, email, `After ${status}.`)).mail
  }
  expect(await listed(email)).toEqual([])
  for (const status of ['5.2.2', '5.3.4']) {
    await boxes.act('bounce', { id: last.id, status })
    await boxes.read()
    if (status === '5.2.2') last = (await sent(customer_id, email, 'Once more.')).mail
  }
  expect(await listed(email)).toMatchObject([{ source: 'bounce' }])
})

test('an alias behind a copy that is dead bounces the copy, not the mail', async () => {
  const { id: customer_id } = await makeRow(manager, customer, { email: 'tama@home.example' })
  const words = { type: 'email', customer_id, subject: 'Your rates', text_plain: 'With a copy.' }
  const copy = { ...words, cc: ['accounts@firm.example'] }
  const { id } = (await user.put('/message', copy)).body.data
  await user.post('/message/send', { id })
  await boxes.send(id)
  const [mail] = await boxes.of('tama@home.example')
  await boxes.act('bounce', { id: mail?.id, recipient: 'jane@firm.example' })
  await boxes.read()
  const { data, info } = await messageNow(id)
  expect(data.status).toBe('accepted')
  expect(info.deliveries).toMatchObject([
    { address: 'tama@home.example', state: 'accepted' },
    { address: 'accounts@firm.example', state: 'bounced' },
  ])
})

test('a complaint that keeps its reader to itself is about the only one, or is looked at', async () => {
  const complains = async (mail: { id: string }) => {
    const stored = boxes.store.mails.find((one) => one.id === mail.id)
    if (!stored) throw new Error('Nothing arrived.')
    const raw = complaintOf({ ...stored, envelope_to: 'redacted@customers.example' })
    await boxes.act('raw', { to: stored.envelope_from, from: 'fbl@customers.example', raw })
    await boxes.read()
  }
  const { id, email, mail } = await written()
  await complains(mail)
  expect(await listed(email)).toMatchObject([{ source: 'complaint' }])
  expect((await messageNow(id)).info.events.at(-1).event).toBe('complained')
  const { id: customer_id } = await makeRow(manager, customer, { email: 'one@many.example' })
  const words = { type: 'email', customer_id, subject: 'Rates', text_plain: 'To two.' }
  const both = (await user.put('/message', { ...words, cc: ['two@many.example'] })).body.data
  await user.post('/message/send', { id: both.id })
  await boxes.send(both.id)
  const [shared] = await boxes.of('one@many.example')
  await complains(shared ?? { id: 'none' })
  expect((await messageNow(both.id)).info.events.at(-1).event).toBe('complained')
  for (const contact of ['one@many.example', 'two@many.example'])
    expect(await listed(contact)).toEqual([])
})
