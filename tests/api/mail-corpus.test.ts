import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { customer } from '#domain/customers/customer.ts'
import { partner } from '#domain/partners/partner.ts'
import { supplier } from '#domain/suppliers/supplier.ts'
import type { Client } from '#tests/support/client.ts'
import { makeRow } from '#tests/support/fitting.ts'
import { addresses, type MailScene, mailCorpus, rawMail } from '#tests/support/mail-corpus.ts'
import { withMailboxes } from '#tests/support/mailboxes.ts'
import { makeWorld, type World } from '#tests/support/world.ts'

let world: World
let user: Client
let manager: Client
let boxes: Awaited<ReturnType<typeof withMailboxes>>
/** What each kind of owner is in the row of a message. */
const owners: Record<string, Record<string, unknown>> = {}
let scene: MailScene

beforeAll(async () => {
  world = await makeWorld()
  boxes = await withMailboxes(world)
  ;[user, manager] = await Promise.all([world.as('user'), world.as('manager')])
  const rewa = 'rewa@customers.example'
  const tama = 'tama@customers.example'
  const first = await written('first', rewa)
  const second = await written('second', tama)
  scene = { office: boxes.office, first, second, rewa, tama }
  await others()
})
afterAll(async () => {
  await boxes.close()
  await world.close()
})

async function newCustomer(owner: string, values: Record<string, string | string[]>) {
  const { id } = await makeRow(manager, customer, values)
  owners[owner] = { customer_id: id, supplier_id: null, partner_id: null }
  return id
}

/** A mail of ours that has arrived; its name, and where answers go. */
async function written(owner: string, email: string) {
  const customer_id = await newCustomer(owner, { email })
  const words = { type: 'email', customer_id, subject: 'Your new rates', text_plain: 'Here.' }
  const { id } = (await user.put('/message', words)).body.data
  await user.post('/message/send', { id })
  await boxes.send(id)
  const headers = (await boxes.of(email))[0]?.raw.replace(/\r\n[ \t]+/g, ' ') ?? ''
  return {
    name: /^Message-ID: (<.*>)/im.exec(headers)?.[1] ?? '',
    replyTo: /^Reply-To: (.*)$/im.exec(headers)?.[1]?.trim() ?? '',
  }
}

async function others() {
  const nobody = { customer_id: null, supplier_id: null, partner_id: null }
  owners.nobody = nobody
  const lines = await makeRow(manager, supplier, { email: addresses.supplier })
  owners.supplier = { ...nobody, supplier_id: lines.id }
  const agent = await makeRow(manager, partner, {
    email: addresses.partner,
    commission_email: addresses.statements,
  })
  owners.partner = { ...nobody, partner_id: agent.id }
  await newCustomer('both', { email: addresses.both })
  await makeRow(manager, supplier, { email: addresses.both })
  await newCustomer('other', { email_other: addresses.other })
  const bills = { email_invoice: addresses.invoice, invoice_recipients: [addresses.bills] }
  await newCustomer('invoice', bills)
  await newCustomer('shared', { email: addresses.shared })
  await newCustomer('shared too', { email_other: addresses.shared })
  const id = await newCustomer('gone', { email: addresses.gone })
  const gone = await manager.delete('/customer', { id })
  expect(gone.status, gone.text).toBeLessThan(300)
}

test('sixty mails are each where they belong', async () => {
  const corpus = mailCorpus(scene)
  expect(corpus.length).toBeGreaterThanOrEqual(60)
  for (const [place, mail] of corpus.entries()) {
    const from = mail.envelope ?? mail.from
    await boxes.act('raw', { to: boxes.office, from, raw: rawMail(mail, place) })
  }
  await boxes.read()
  const { rows } = await world.owner.query(
    `select rfc_id, json_build_object('customer_id', t.customer_id, 'supplier_id', t.supplier_id,
        'partner_id', t.partner_id) as owner, m.is_machine, m.is_other_address, m.is_unverified,
      m.direction, m.text_plain from messages m join threads t on t.id = m.thread_id`,
  )
  for (const [place, mail] of corpus.entries()) {
    const found = rows.filter(({ rfc_id }) => rfc_id === `<corpus${place}@elsewhere.example>`)
    const wanted = {
      owner: owners[mail.belongs],
      is_machine: mail.isMachine ?? false,
      is_other_address: mail.isOtherAddress ?? false,
      is_unverified: mail.isUnverified ?? false,
      direction: mail.isOwn ? 'out' : 'in',
      text_plain: expect.stringContaining(mail.reads ?? `Kia ora ${place}`),
    }
    const matching = mail.belongs === 'nothing' ? [] : [expect.objectContaining(wanted)]
    expect(found, mail.what).toEqual(matching)
  }
})

test('read anew, not one of them comes again', async () => {
  const count = async () => (await world.owner.query('select count(*) from messages')).rows[0].count
  const before = await count()
  boxes.store.uidValidity += 1
  for (const mail of boxes.store.mails) if (mail.folder === 'Processed') mail.folder = 'INBOX'
  await boxes.read()
  expect(await count()).toBe(before)
})

test('no machine has made anybody wait, and people have', async () => {
  const of = async (owner: string) => {
    const { customer_id } = owners[owner] as { customer_id: number }
    return (await user.get('/threads', { customer_id })).body.data[0]
  }
  const isUnread = (belongs: string) =>
    mailCorpus(scene).filter((one) => one.belongs === belongs && !one.isMachine && !one.isOwn)
  expect((await of('second')).unread).toBe(isUnread('second').length)
  expect((await of('second')).state).toBe('open')
})

describe('where answers are wanted elsewhere', () => {
  const asked = async (subject: string, more: Record<string, string>) => {
    const words = { From: 'Our website <noreply@forms.example>', To: boxes.office, ...more }
    const lines = Object.entries({ Subject: subject, ...words }).map((line) => line.join(': '))
    const from = 'noreply@forms.example'
    await boxes.act('raw', { to: boxes.office, from, raw: `${lines.join('\r\n')}\r\n\r\nHi\r\n` })
    await boxes.read()
    const [came] = (await user.get('/messages', { subject, direction: 'in' })).body.data
    const answer = { type: 'email', parent_id: came.id, text_plain: 'Kia ora' }
    const { recipient } = (await user.put('/message', answer)).body.data
    return { reply_to: came.reply_to, recipient }
  }

  test('an answer goes where the form of a website says for its visitor', async () => {
    const told = await asked('A visitor', { 'Reply-To': '"Moana, Ana" <Ana@Visitors.example>' })
    const ana = 'ana@visitors.example'
    expect(told).toEqual({ reply_to: ana, recipient: ana })
  })

  test.each([
    ['to us', { 'Reply-To': 'Office <{office}>' }, null],
    ['to who wrote anyway', { 'Reply-To': 'noreply@forms.example' }, null],
    ['to no address', { 'Reply-To': 'undisclosed' }, null],
    [
      'by whoever may be anybody',
      { 'Reply-To': 'x@thief.example', 'Authentication-Results': 'mx.example; dmarc=fail' },
      'x@thief.example',
    ],
  ])('it goes to who wrote where it is wanted %s', async (what, headers, reply_to) => {
    const given = Object.entries(headers).map(([name, value]) => [
      name,
      value.replace('{office}', boxes.office),
    ])
    const told = await asked(what, Object.fromEntries(given))
    expect(told).toEqual({ reply_to, recipient: 'noreply@forms.example' })
  })
})
