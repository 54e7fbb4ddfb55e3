import { createHmac, randomBytes } from 'node:crypto'
import { request as httpRequest } from 'node:http'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { plainBounceOf } from '#demo/mailbox/letters.ts'
import { customer } from '#domain/customers/customer.ts'
import { standardSignature } from '#server/integrations/standard-webhook.ts'
import { sendMessage } from '#server/messaging/outbox/send-message-job.ts'
import { settleMessages } from '#server/messaging/outbox/settle-messages-job.ts'
import type { Client } from '#tests/support/client.ts'
import { makeRow } from '#tests/support/fitting.ts'
import { jobContext } from '#tests/support/job-context.ts'
import { withMailboxes } from '#tests/support/mailboxes.ts'
import { runQueue } from '#tests/support/run-queue.ts'
import { makeWorld, scope, type World } from '#tests/support/world.ts'

const MEGABYTE = 2 ** 20
const key = 'a-mail-hook-of-the-tests-long-enough'
const bytes = randomBytes(32)
const secret = `whsec_${bytes.toString('base64')}`

let world: World
let url: string
let user: Client
let boxes: Awaited<ReturnType<typeof withMailboxes>>

beforeAll(async () => {
  world = await makeWorld()
  boxes = await withMailboxes(world)
  url = await world.app.listen({ port: 0, host: '127.0.0.1' })
  const mail = { ...boxes.mail, hook: { key, secret } }
  const [organisation_id] = world.organisations
  world.config.channels = { organisations: [{ organisation_id, mail }] }
  user = await world.as('user')
  await scope(world.owner, organisation_id)
})
afterAll(async () => {
  await world.close()
  await boxes.close()
})

const seconds = () => Math.floor(world.clock.now().getTime() / 1000)

interface Bringing {
  by?: Buffer
  at?: number
  to?: string
  says?: string
}

/** As a relay brings it, signed by hand. */
function bring(raw: string, { by = bytes, at = seconds(), to = key, says = raw }: Bringing = {}) {
  const signature = createHmac('sha256', by).update(`msg_1.${at}.${says}`).digest('base64')
  return fetch(`${url}/api/v1/webhooks/mail/${to}`, {
    method: 'POST',
    headers: {
      'content-type': 'message/rfc822',
      'webhook-id': 'msg_1',
      'webhook-timestamp': String(at),
      'webhook-signature': `v1,c29tZWJvZHkgZWxzZQ== v1,${signature}`,
    },
    body: raw,
  })
}

const work = () => runQueue(world, { config: world.config, clock: world.clock })

const rawMail = (headers: Record<string, string>, text = 'Kia ora') =>
  `${Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}`)
    .join('\r\n')}\r\n\r\n${text}\r\n`

const waiting = async () =>
  Number((await world.owner.query('select count(*) from mailcalls')).rows[0].count)

/** What came from somebody whom nobody knows. */
async function from(address: string) {
  const [thread] = (await user.get('/threads', { address })).body.data
  return (await user.get('/messages', { thread_id: thread?.id ?? 0, order: 'id' })).body.data
}

test('it signs as Standard Webhooks does', () => {
  const signed = standardSignature('whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw', {
    id: 'msg_p5jXN8AQM9LWM0D4loKWxJek',
    timestamp: '1614265330',
    body: '{"test": 2432232314}',
  })
  expect(signed).toBe('v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=')
})

test('a mail that a relay brings joins its thread, once, also beside the mailbox', async () => {
  const email = 'hana@customers.example'
  const { id: customer_id } = await makeRow(await world.as('manager'), customer, { email })
  const words = { type: 'email', customer_id, subject: 'Your new rates', text_plain: 'Here.' }
  const { id, thread_id } = (await user.put('/message', words)).body.data
  await user.post('/message/send', { id })
  await boxes.send(id)
  const [arrived] = await boxes.of(email)
  const to = /^Reply-To: (.*)$/im.exec(arrived?.raw ?? '')?.[1]?.trim() ?? ''
  const raw = rawMail({ From: email, To: to, Subject: 'Re: Rates', 'Message-ID': '<1@hana.nz>' })
  for (const once of [1, 2]) {
    const answer = await bring(raw)
    expect(answer.status, `time ${once}`).toBe(204)
    expect(await answer.text()).toBe('')
  }
  expect(await waiting()).toBe(2)
  await work()
  await boxes.act('raw', { to, from: email, raw })
  await boxes.read()
  const came = (await user.get('/messages', { thread_id, direction: 'in' })).body.data
  expect(came).toMatchObject([{ subject: 'Re: Rates', customer_id, status: 'received' }])
  expect(await waiting(), 'what was taken in is not kept a second time').toBe(0)
})

test('with a hook and no mailbox, what comes back is brought by the relay and known', async () => {
  const [organisation_id] = world.organisations
  const hooked = { ...boxes.mail, imapUrl: null, hook: { key, secret } }
  const email = 'mere@customers.example'
  const { id: customer_id } = await makeRow(await world.as('manager'), customer, { email })
  const words = { type: 'email', customer_id, subject: 'Your new rates', text_plain: 'Here.' }
  const { id } = (await user.put('/message', words)).body.data
  await user.post('/message/send', { id })
  const clock = { now: () => new Date(world.clock.now().getTime() + 11_000) }
  const config = {
    ...world.config,
    channels: { organisations: [{ organisation_id, mail: hooked }] },
  }
  const job = jobContext(world, { clock, config })
  await sendMessage.run(job, { organisation_id, message_id: id })
  const stored = boxes.store.mails.find(({ envelope_to }) => envelope_to === email)
  if (!stored) throw new Error('Nothing arrived.')
  const raw = `Return-Path: <>\r\n${plainBounceOf(stored)}`
  expect((await bring(raw)).status).toBe(204)
  await work()
  const { data } = (await user.get('/message', { id })).body
  expect(data.status).toBe('bounced')
})

// Shows: T15
test('what the relay did not sign, or signed long ago, is refused and leaves no row', async () => {
  const raw = rawMail({ From: 'mallory@elsewhere.example', Subject: 'Forged' })
  const refusals = await Promise.all([
    bring(raw, { by: randomBytes(32) }),
    bring(raw, { says: `${raw} ` }),
    bring(raw, { at: seconds() - 301 }),
    bring(raw, { at: seconds() + 301 }),
    bring(raw, { to: 'another-key-of-somebody-else' }),
    fetch(`${url}/api/v1/webhooks/mail/${key}`, {
      method: 'POST',
      headers: { 'content-type': 'message/rfc822' },
      body: raw,
    }),
  ])
  expect(refusals.map(({ status }) => status)).toEqual([401, 401, 401, 401, 401, 401])
  expect((await bring('')).status).toBe(400)
  expect(await waiting()).toBe(0)
})

test('a demonstration has its double’s mailbox: nobody else brings it anything', async () => {
  const demo = (value: boolean) => world.owner.query('update organisations set demo = $1', [value])
  await demo(true)
  try {
    const raw = rawMail({ From: 'someone@elsewhere.example', Subject: 'Hello' })
    expect((await bring(raw)).status).toBe(401)
  } finally {
    await demo(false)
  }
})

/** Says how long it is and sends nothing of it. */
const announce = (to: string, length: number) =>
  new Promise<number>((resolve, reject) => {
    const headers = { 'content-type': 'message/rfc822', 'content-length': String(length) }
    const call = httpRequest(`${url}/api/v1/webhooks/mail/${to}`, { method: 'POST', headers })
    call.once('response', (answer) => {
      resolve(answer.statusCode ?? 0)
      call.destroy()
    })
    call.once('error', reject)
    call.flushHeaders()
  })

test('a stranger’s large mail is refused unread, one beyond 45 MB too, and 6 MB come in', async () => {
  expect(await announce('another-key-of-somebody-else', 30 * MEGABYTE)).toBe(401)
  expect(await announce(key, 46 * MEGABYTE)).toBe(413)
  const sender = 'large@elsewhere.example'
  const raw = rawMail({ From: sender, Subject: 'Large' }, 'Kia ora '.repeat(750_000))
  expect((await bring(raw)).status).toBe(204)
  await work()
  expect(await from(sender)).toMatchObject([{ subject: 'Large' }])
})

test('a mail that could not be taken in when it came is tried again after an hour', async () => {
  const sender = 'patient@elsewhere.example'
  expect((await bring(rawMail({ From: sender, Subject: 'Patience' }))).status).toBe(204)
  await world.owner.query(`delete from pgboss.job where name = 'take-brought-mail'`)
  const settle = () => settleMessages.run(jobContext(world), {})
  await settle()
  await work()
  expect(await waiting()).toBe(1)
  await world.owner.query(`update mailcalls set created_at = now() - interval '61 minutes'`)
  await settle()
  await work()
  expect(await from(sender)).toMatchObject([{ subject: 'Patience' }])
  expect(await waiting()).toBe(0)
})

const nested = (depth: number) =>
  Array.from({ length: depth }, (_, level) =>
    [
      `Content-Type: multipart/mixed; boundary=b${level}`,
      ...(level === 0 ? ['From: deep@elsewhere.example'] : []),
      '',
      `--b${level}`,
      '',
    ].join('\r\n'),
  ).join('')

test.each([
  ['deeper than any program reads', 'deep', nested(300), 'A mail that could not be read'],
  [
    'named beyond all measure',
    'long',
    rawMail({
      From: 'long@elsewhere.example',
      'Message-ID': `<${randomBytes(4000).toString('hex')}@long>`,
      References: `<${randomBytes(4000).toString('hex')}@long>`,
      Subject: 'Long',
    }),
    'Long',
  ],
  [
    'with letters that no database keeps',
    'nul',
    rawMail(
      {
        From: 'nul@elsewhere.example',
        Subject: 'a\0b',
        'Message-ID': '<a\0b@nul>',
        'Content-Type': 'text/html',
      },
      '<p>Kia\0 ora</p>',
    ),
    'a b',
  ],
])('a mail %s is kept, and those behind it come in', async (_what, name, raw, subject) => {
  const behind = `behind-${name}@elsewhere.example`
  await boxes.act('raw', { to: boxes.office, from: `${name}@elsewhere.example`, raw })
  await boxes.act('raw', {
    to: boxes.office,
    from: behind,
    raw: rawMail({ From: behind, Subject: 'Behind it' }),
  })
  await boxes.read()
  expect(await from(`${name}@elsewhere.example`)).toMatchObject([{ subject }])
  expect(await from(behind)).toMatchObject([{ subject: 'Behind it' }])
})
