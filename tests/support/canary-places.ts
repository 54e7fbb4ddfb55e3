import { expect } from 'vitest'
import { makeExport } from '#server/exports/make-export-job.ts'
import { sendMessage } from '#server/messaging/outbox/send-message-job.ts'
import type { Client } from './client.ts'
import { bankAccountOf } from './ready-bank.ts'
import { byPhone, connected } from './ready-debits.ts'
import { exportRow } from './ready-exports.ts'
import { messageCallsOf } from './ready-messages.ts'
import { runQueue } from './run-queue.ts'
import { silentMail } from './smtp-sink.ts'
import { sendForm, textFile } from './upload.ts'
import { password, type World } from './world.ts'

export interface Canaries {
  password: string
  token: string
  born: string
  /** Its digits, and as people write it. */
  account: string
  typedAccount: string
  name: string
  email: string
}

/** Every module that takes in what others wrote, or passes it on, with canaries in all of it. */
export async function plantInModules(world: World, admin: Client, words: Canaries): Promise<void> {
  const customer = await admin.put('/customer', { name: words.name, email: words.email })
  const customer_id: number = customer.body.data.id
  await plantInBankFiles(admin, words)
  await plantInMessages(world, admin, customer_id, words)
  await plantInDebits(world, admin, customer_id, words)
  await plantInHooks(world, admin, words)
  await plantInExports(world, admin, words)
}

async function plantInBankFiles(admin: Client, words: Canaries): Promise<void> {
  const bankaccount_id = await bankAccountOf(admin)
  const lines = [
    'Date,Description,Other Party,Other Account,Amount,Balance',
    `02/11/2026,${words.email},${words.name},${words.typedAccount},11.00,11.00`,
  ]
  // A file that no bank wrote waits as it came for somebody who knows its columns.
  const broken = ['No,Such,Bank', `${words.name},11.00,${words.email}`]
  for (const text of [lines, broken]) {
    const content = textFile(text.join('\n'))
    const sent = { content, file_name: `${words.name}.csv`, bankaccount_id }
    const reply = await sendForm(admin, 'PUT /bankimport', sent)
    expect(reply.status, reply.text).toBe(201)
    const id: number = reply.body.data.id
    await admin.get('/stagedbanklines', { bankimport_id: id, q: words.name })
    await admin.post('/bankimport/accept', { id })
  }
  const line = { bankaccount_id, transaction_date: '2026-11-03', amount: '12.00' }
  const told = {
    other_party: words.name,
    reference: words.email,
    other_account: words.typedAccount,
  }
  await admin.put('/banktransaction', { ...line, ...told })
}

async function plantInMessages(
  world: World,
  admin: Client,
  customer_id: number,
  words: Canaries,
): Promise<void> {
  const text_plain = `Kia ora ${words.name}, born on ${words.born}, of ${words.account}`
  const mail = { type: 'email', customer_id, subject: `For ${words.name}`, text_plain }
  world.config.smtpUrl ??= silentMail
  const draft = await admin.put('/message', { ...mail, recipient: words.email })
  const sent = await admin.post('/message/send', { id: draft.body.data?.id })
  expect(sent.status, sent.text).toBe(200)
  await admin.put('/message', { ...mail, recipient: `${words.email}@${words.name}` })
  const text = await messageCallsOf(world)['PUT /message/sms'](admin)
  const texted = await admin.put('/message/sms', { ...text, text: text_plain })
  expect(texted.status, texted.text).toBe(201)
  // Nobody answers at the gateway: what came of it is noted as well.
  world.clock.advance(60_000)
  await runQueue(world, { clock: world.clock }, sendMessage.name).catch(() => undefined)
}

async function plantInDebits(
  world: World,
  admin: Client,
  customer_id: number,
  words: Canaries,
): Promise<void> {
  const account = { bank_account_number: words.typedAccount, account_holder: words.name }
  const asked = { ...byPhone(customer_id), ...account }
  await admin.post('/user/stepup', { password })
  await admin.post('/directdebit/connect', { token: words.token, webhook_secret: words.password })
  await admin.put('/mandate', { ...asked, consent: { text_version: words.token } })
  await connected(admin)
  const made = await admin.put('/mandate', asked)
  expect(made.status, made.text).toBe(201)
  await callIn(world, 'gocardless', words, { 'webhook-signature': words.token })
}

async function plantInHooks(world: World, admin: Client, words: Canaries): Promise<void> {
  const url = `https://hooks.example.co.nz/${words.token}`
  await admin.post('/user/stepup', { password })
  const hook = await admin.put('/webhook', { name: words.name, url, events: ['invoice.paid'] })
  expect(hook.status, hook.text).toBe(201)
  await admin.put('/webhook', {
    name: words.name,
    url: `ftp://${words.token}`,
    events: [words.name],
  })
  await callIn(world, 'akahu', words, { 'x-akahu-signature': words.token })
  await callIn(world, 'twilio', words, { 'x-twilio-signature': words.token })
  await callIn(world, 'kudosity', words, {})
  await callIn(world, 'mail', words, { authorization: `Basic ${words.token}` })
}

/** A call of a provider, which nobody here has asked for. */
async function callIn(
  world: World,
  provider: string,
  words: Canaries,
  headers: Record<string, string>,
): Promise<void> {
  const url = `/api/v1/webhooks/${provider}/${words.token}`
  const payload = { from: words.name, email: words.email, body: words.account, events: [words] }
  await world.guest().send({ method: 'POST', url, headers, payload })
}

async function plantInExports(world: World, admin: Client, words: Canaries): Promise<void> {
  await admin.post('/user/stepup', { password })
  const id = await exportRow(admin)
  await admin.post('/export/cancel', { id })
  const asked = { entities: ['customer', 'banktransaction'], with_masked: true, reason: words.name }
  await admin.put('/export', { ...asked, columns: words.name })
  const taken = await admin.put('/export', { entities: ['customer', 'banktransaction', 'message'] })
  expect(taken.status, taken.text).toBe(202)
  await runQueue(world, { clock: world.clock }, makeExport.name)
  await admin.get('/customers/csv', { q: words.name, titled: '1' })
  await admin.get('/customers/csv', { q: words.email, fields: words.token })
}
