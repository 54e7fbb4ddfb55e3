import { generateKeyPairSync } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { customer } from '#domain/customers/customer.ts'
import { channelsFile } from '#server/kit/start/channel-settings.ts'
import { queueMessage } from '#server/messaging/outbox/queue-message.ts'
import { isSignedBy } from '#tests/support/dkim-check.ts'
import { startNames } from '#tests/support/dns-double.ts'
import { makeRow } from '#tests/support/fitting.ts'
import { setUp } from '#tests/support/gateways.ts'
import { withMailboxes } from '#tests/support/mailboxes.ts'
import { makeWorld, type World } from '#tests/support/world.ts'

const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
const private_key = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
const dkim = { selector: 's1', privateKey: private_key }
const texts: Record<string, string[]> = {}

let world: World
let names: Awaited<ReturnType<typeof startNames>>
let boxes: Awaited<ReturnType<typeof withMailboxes>>

beforeAll(async () => {
  names = await startNames(texts)
  world = await makeWorld({ dnsServer: names.server })
  boxes = await withMailboxes(world, { dkim })
})
afterAll(async () => {
  await boxes.close()
  await world.close()
  await names.close()
})

const recordsOf = async () => {
  const { status, body } = await (await world.as('admin')).get('/maildomain')
  expect(status).toBe(200)
  return body.data.records as { kind: string; name: string; value: string }[]
}
const statesOf = async () => {
  const reply = await (await world.as('admin')).get('/maildomain/check')
  expect(reply.status, reply.text).toBe(200)
  return reply.body.data.map(({ kind, state }: Record<string, string>) => `${kind} ${state}`)
}

test('without a mailbox of one’s own there is nothing to publish', async () => {
  const admin = await world.as('admin')
  expect((await admin.get('/maildomain')).status).toBe(260)
  expect((await admin.get('/maildomain/check')).status).toBe(260)
  expect((await (await world.as('manager')).get('/maildomain')).status).toBe(403)
})

test('the records that a domain needs are named, and held against what stands there', async () => {
  const [organisation_id] = world.organisations
  world.config.channels = { organisations: [{ organisation_id, mail: { ...boxes.mail, dkim } }] }
  const records = await recordsOf()
  expect(records.map(({ kind }) => kind)).toEqual(['spf', 'dkim', 'dmarc'])
  expect(await statesOf()).toEqual(['spf missing', 'dkim missing', 'dmarc missing'])
  for (const { name, value } of records) texts[name] = [value]
  expect(await statesOf()).toEqual(['spf right', 'dkim right', 'dmarc right'])
  const [spf] = records
  texts[spf?.name ?? ''] = ['v=spf1 mx -all']
  expect(await statesOf()).toEqual(['spf different', 'dkim right', 'dmarc right'])
})

test('a mail carries a signature that the record confirms, and one that was changed does not', async () => {
  const email = 'hemi@customers.example'
  const user = await world.as('user')
  const { id: customer_id } = await makeRow(await world.as('manager'), customer, { email })
  const words = { type: 'email', customer_id, subject: 'Tēnā koe', text_plain: 'Ngā mihi nui.' }
  const { id } = (await user.put('/message', words)).body.data
  await user.post('/message/send', { id })
  await boxes.send(id)
  const raw = (await boxes.of(email))[0]?.raw ?? ''
  const record = (await recordsOf()).find(({ kind }) => kind === 'dkim')?.value ?? ''
  const sent = raw.replace(/^(Return-Path|Received|Delivered-To):.*\r\n/gim, '')
  expect(isSignedBy(sent, record)).toBe(true)
  expect(isSignedBy(sent.replace(/^Subject:/im, 'Subject: Other'), record)).toBe(false)
  expect(isSignedBy(sent.replace(/\r\n\r\n/, '\r\n\r\nX'), record)).toBe(false)
})

test('both lines by which one unsubscribes are signed', async () => {
  const [user, admin] = await Promise.all([world.as('user'), world.as('admin')])
  await setUp(admin, { promo_mail_quiet_hours: 'none' })
  const to = 'rewa@customers.example'
  const { id: customer_id } = await makeRow(await world.as('manager'), customer, { email: to })
  const consent = { customer_id, contact: to, channel: 'email', purpose: 'promotional' }
  await user.put('/consent', { ...consent, how: 'On the phone' })
  const words = { subject: 'An offer', text: 'Ngā mihi', key: 'an offer', from: boxes.office }
  const scoped = { organisation_id: world.organisations[0], user_id: null }
  const id = await world.database.write(scoped, (conn) =>
    queueMessage(world, conn, {
      ...{ kind: 'offer', purpose: 'promotional', to, customer_id },
      ...words,
    }),
  )
  await boxes.send(id ?? 0)
  const raw = (await boxes.of(to))[0]?.raw ?? ''
  const record = (await recordsOf()).find(({ kind }) => kind === 'dkim')?.value ?? ''
  const sent = raw.replace(/^(Return-Path|Received|Delivered-To):.*\r\n/gim, '')
  expect(isSignedBy(sent, record)).toBe(true)
  for (const line of [/^List-Unsubscribe: .*$/im, /^List-Unsubscribe-Post: .*$/im]) {
    expect(sent).toMatch(line)
    expect(isSignedBy(sent.replace(line, 'X-Was: there'), record)).toBe(false)
  }
})

test('a key that is none is refused before anything starts', () => {
  const mail = {
    ...{ from: 'x@y.example', address: 'x@y.example', smtp_url: 'smtps://u:p@relay.example' },
    dkim: { selector: 's1', private_key: 'not a key' },
  }
  const read = channelsFile.safeParse({ organisations: [{ organisation_id: 1, mail }] })
  expect(read.error?.issues.map(({ message }) => message)).toEqual(['must be an RSA key in PEM'])
})
