import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { complaintOf } from '#demo/mailbox/letters.ts'
import { customer } from '#domain/customers/customer.ts'
import { supplier } from '#domain/suppliers/supplier.ts'
import { watchMailbox } from '#server/integrations/imap-mailbox.ts'
import { settleMessages } from '#server/messaging/outbox/settle-messages-job.ts'
import type { Client } from '#tests/support/client.ts'
import { makeRow } from '#tests/support/fitting.ts'
import { jobContext } from '#tests/support/job-context.ts'
import { withMailboxes } from '#tests/support/mailboxes.ts'
import { makeWorld, type World } from '#tests/support/world.ts'

let world: World
let user: Client
let manager: Client
let boxes: Awaited<ReturnType<typeof withMailboxes>>
let sequence = 0
const poll = { timeout: 8000, interval: 300 }

beforeAll(async () => {
  world = await makeWorld()
  boxes = await withMailboxes(world)
  ;[user, manager] = await Promise.all([world.as('user'), world.as('manager')])
})
afterAll(async () => {
  await boxes.close()
  await world.close()
})

async function newCustomer() {
  sequence += 1
  const email = `rewa${sequence}@customers.example`
  return { email, customer_id: (await makeRow(manager, customer, { email })).id }
}

/** A mail to a customer that has arrived in their mailbox. */
async function written(subject = 'Your new rates') {
  const { email, customer_id } = await newCustomer()
  const words = { type: 'email', customer_id, subject, text_plain: 'Here they are.' }
  const { id, thread_id } = (await user.put('/message', words)).body.data
  await user.post('/message/send', { id })
  await boxes.send(id)
  const [mail] = await boxes.of(email)
  if (!mail) throw new Error('Nothing arrived.')
  return { id, thread_id, customer_id, email, mail }
}

const messagesOf = async (thread_id: number) =>
  (await user.get('/messages', { thread_id, order: 'id' })).body.data
const messageNow = async (id: number) => (await user.get('/message', { id })).body
const threadOf = async (filter: Record<string, number | string>) =>
  (await user.get('/threads', filter)).body.data[0]

const raw = (headers: Record<string, string>, text = 'Kia ora') =>
  `${Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}`)
    .join('\r\n')}\r\n\r\n${text}\r\n`

describe('whose a mail is', () => {
  test('an answer comes back to its thread, is answered in turn, and keeps its references', async () => {
    const { id, thread_id, email, mail } = await written()
    await boxes.act('answer', { id: mail.id, text: 'Thank you, which meter?' })
    await boxes.read()
    const came = (await messagesOf(thread_id)).at(-1)
    expect(came).toMatchObject({
      direction: 'in',
      status: 'received',
      subject: 'Re: Your new rates',
      text_plain: 'Thank you, which meter?',
      parent_id: id,
      is_other_address: false,
      is_machine: false,
    })
    const answered = (await user.get('/message', { id })).body
    expect(answered.data.status, 'who answers has got it').toBe('delivered')
    expect(answered.info.deliveries).toMatchObject([{ field: 'to', state: 'delivered' }])
    expect(await threadOf({ id: thread_id })).toMatchObject({ state: 'open', unread: 1 })
    const again = { type: 'email', parent_id: came.id, text_plain: 'The one in the hall.' }
    const answer = (await user.put('/message', again)).body.data
    await user.post('/message/send', { id: answer.id })
    await boxes.send(answer.id)
    const [newest] = await boxes.of(email)
    const name = /^Message-ID: (<.*>)/im.exec(boxes.store.mails.at(-2)?.raw ?? '')?.[1] ?? 'none'
    expect(newest?.raw.replace(/\r\n[ \t]+/g, ' ')).toContain(`In-Reply-To: ${name}`)
    expect(newest?.subject).toBe('Re: Your new rates')
  })

  test('a word of ours in the address is enough, whatever became of ids and subjects', async () => {
    const { thread_id, mail } = await written()
    const to = /^Reply-To: (.*)$/im.exec(mail.raw)?.[1]?.trim() ?? ''
    await boxes.act('raw', {
      to,
      from: 'tama@elsewhere.example',
      raw: raw({ From: 'Tama <tama@elsewhere.example>', To: to, Subject: 'New subject' }),
    })
    await boxes.read()
    expect((await messagesOf(thread_id)).at(-1)).toMatchObject({
      subject: 'New subject',
      is_other_address: true,
    })
  })

  test('a word that somebody made up opens no thread', async () => {
    const { thread_id } = await written()
    const to = boxes.office.replace('@', `+t${thread_id}-0123456789abcdef@`)
    await boxes.act('raw', {
      to,
      from: 'mallory@elsewhere.example',
      raw: raw({ From: 'mallory@elsewhere.example', To: to, Subject: 'Hello' }),
    })
    await boxes.read()
    expect((await messagesOf(thread_id)).at(-1).direction).toBe('out')
    expect(await threadOf({ address: 'mallory@elsewhere.example' })).toMatchObject({ unread: 1 })
  })

  test('the id we sent or received is found in References, from the end', async () => {
    const { thread_id, mail } = await written()
    const name = /^Message-ID: (<.*>)/im.exec(mail.raw)?.[1] ?? ''
    await boxes.act('raw', {
      to: boxes.office,
      from: 'someone@elsewhere.example',
      raw: raw({
        From: 'someone@elsewhere.example',
        To: boxes.office,
        Subject: 'Fwd',
        'In-Reply-To': '<rewritten@relay.example>',
        References: `${name} <rewritten@relay.example>`,
      }),
    })
    await boxes.read()
    expect((await messagesOf(thread_id)).at(-1)).toMatchObject({ subject: 'Fwd', direction: 'in' })
  })

  test('who writes anew is known by their address; of two customers’ it is nobody’s', async () => {
    const { email, customer_id } = await newCustomer()
    const letter = { from: email, to: boxes.office, subject: 'A question', text: 'Kia ora' }
    await boxes.act('send', letter)
    const { id: supplier_id } = await makeRow(manager, supplier, { email: 'desk@lines.example' })
    await boxes.act('send', { ...letter, from: 'desk@lines.example' })
    await makeRow(manager, customer, { email: 'shared@customers.example' })
    await makeRow(manager, customer, { email_other: 'shared@customers.example' })
    await boxes.act('send', { ...letter, from: 'shared@customers.example' })
    await boxes.read()
    expect(await threadOf({ customer_id })).toMatchObject({ unread: 1, last_type: 'email' })
    expect(await threadOf({ supplier_id })).toMatchObject({ unread: 1 })
    const nobodys = await threadOf({ address: 'shared@customers.example' })
    expect(nobodys).toMatchObject({ customer_id: null, unread: 1 })
    const { info } = (await user.get('/thread', { id: nobodys.id })).body
    const sure = info.candidates.filter(({ reason }: { reason: string }) => reason === 'address')
    expect(sure).toHaveLength(2)
    await user.post('/thread/match', { id: nobodys.id, customer_id })
    await boxes.act('send', { ...letter, from: 'shared@customers.example', subject: 'Again' })
    await boxes.read()
    expect((await threadOf({ customer_id })).last_words).toContain('Again')
    // Whoever is gone is nobody any more, whatever was said of the address.
    expect((await manager.delete('/customer', { id: customer_id })).status).toBe(262)
    await boxes.act('send', { ...letter, from: 'shared@customers.example', subject: 'Still here' })
    await boxes.read()
    expect((await threadOf({ customer_id })).last_words).toContain('Again')
    const address = 'shared@customers.example'
    expect((await threadOf({ address })).last_words).toContain('Still here')
  })

  test('what staff wrote from their own program joins as sent', async () => {
    const { thread_id, mail } = await written()
    await boxes.act('answer', { id: mail.id, text: 'A question' })
    await boxes.read()
    const name = /^Message-ID: (<.*>)/im.exec(mail.raw)?.[1] ?? ''
    await boxes.act('raw', {
      to: boxes.office,
      from: boxes.office,
      raw: raw({
        'Authentication-Results': `mx.example; dkim=pass header.d=${boxes.office.split('@')[1]}`,
        ...{ From: boxes.office, To: boxes.office, Subject: 'Re', 'In-Reply-To': name },
      }),
    })
    await boxes.read()
    expect((await messagesOf(thread_id)).at(-1)).toMatchObject({
      direction: 'out',
      status: 'accepted',
    })
    expect(await threadOf({ id: thread_id })).toMatchObject({ state: 'waiting' })
  })

  test.each([
    'mx.example; spf=fail',
    'mx.example; spf=softfail; dkim=none; dmarc=none',
    'mx.example; spf=pass smtp.mailfrom=mallory@elsewhere.example; dkim=permerror',
    'mx.mallory.example; spf=pass; dkim=pass; dmarc=pass',
    null,
  ])('who only says that they are the office does not speak for it (%s)', async (results) => {
    const { thread_id, mail } = await written()
    const name = /^Message-ID: (<.*>)/im.exec(mail.raw)?.[1] ?? ''
    const head = { From: boxes.office, To: boxes.office, Subject: 'Pay to another account' }
    const told = results === null ? {} : { 'Authentication-Results': results }
    const forged = raw({ ...told, ...head, 'In-Reply-To': name })
    await boxes.act('raw', { to: boxes.office, from: boxes.office, raw: forged })
    await boxes.read()
    expect((await messagesOf(thread_id)).at(-1)).toMatchObject({
      direction: 'in',
      is_unverified: true,
      is_other_address: true,
    })
  })
})

describe('what comes in', () => {
  test('is taken once, from two mailboxes or read anew', async () => {
    const { email, customer_id } = await newCustomer()
    const twice = {
      to: boxes.office,
      from: email,
      raw: raw({ From: email, To: boxes.office, Subject: 'Once', 'Message-ID': `<${email}>` }),
    }
    await boxes.act('raw', twice)
    await boxes.act('raw', twice)
    await boxes.read()
    boxes.store.uidValidity += 1
    for (const mail of boxes.store.mails) if (mail.folder === 'Processed') mail.folder = 'INBOX'
    await boxes.read()
    expect(await threadOf({ customer_id })).toMatchObject({ unread: 1 })
    expect(
      boxes.store.mails.filter(({ folder, mailbox }) => /^org/.test(mailbox) && folder === 'INBOX'),
    ).toEqual([])
  })

  test('of answering machines is kept, and waits for nobody', async () => {
    const { thread_id, mail } = await written()
    await boxes.act('machine', { id: mail.id })
    await boxes.read()
    expect((await messagesOf(thread_id)).at(-1)).toMatchObject({ is_machine: true })
    expect(await threadOf({ id: thread_id })).toMatchObject({ unread: 0, waiting_since: null })
  })

  test('shows no script and no picture of a stranger, and its files are the customer’s', async () => {
    const { email, customer_id } = await newCustomer()
    const parts = [
      'Content-Type: text/html\r\n\r\n<p>Kia <b>ora</b></p><script>steal()</script><img src="https://x.example/a.png">',
      'Content-Type: text/csv; name="readings.csv"\r\nContent-Disposition: attachment; filename="readings.csv"\r\n\r\nday,1\r\n',
      'Content-Type: application/x-msdownload; name="virus.exe"\r\nContent-Disposition: attachment; filename="virus.exe"\r\n\r\nMZ\u0000\u0001',
    ]
    const type = 'multipart/mixed; boundary="b"'
    const body = `${parts.map((part) => `--b\r\n${part}\r\n`).join('')}--b--\r\n`
    const headers = { From: email, To: boxes.office, Subject: 'Readings', 'Content-Type': type }
    await boxes.act('raw', { to: boxes.office, from: email, raw: raw(headers, body) })
    await boxes.read()
    const { last_words, id } = await threadOf({ customer_id })
    expect(last_words).toContain('Kia ora')
    const [came] = await messagesOf(id)
    expect(came.text_html).toContain('<b>ora</b>')
    expect(came.text_html).not.toMatch(/script|img/)
    const files = await user.get('/files', {
      reference_object: 'customer',
      reference_id: customer_id,
    })
    expect(files.body.data).toMatchObject([{ id: came.file_ids[0], name: 'readings.csv' }])
    const { info } = await messageNow(came.id)
    expect(info.events[0].words).toContain('virus.exe')
  })
})

describe('what comes back', () => {
  test('a dead address bounces its message and is listed; a late report moves nothing', async () => {
    const { id, email, mail, customer_id } = await written()
    const troubles = async () =>
      (await user.get('/customer/standing', { id: customer_id })).body.data.message_troubles
    expect(await troubles()).toEqual([])
    await boxes.act('bounce', { id: mail.id, status: '4.4.1', action: 'delayed' })
    await boxes.read()
    expect(await troubles()).toMatchObject([{ id, kind: 'delayed', words: 'Mail delayed' }])
    expect((await messageNow(id)).info.deliveries).toMatchObject([{ state: 'delayed' }])
    expect((await messageNow(id)).data.status).toBe('accepted')
    await boxes.act('bounce', { id: mail.id })
    await boxes.read()
    await boxes.act('bounce', { id: mail.id, status: '2.0.0', action: 'delivered' })
    await boxes.act('bounce', { id: mail.id, status: '4.4.1', action: 'delayed' })
    await boxes.read()
    const { data, info } = await messageNow(id)
    expect(data).toMatchObject({ status: 'bounced', error_code: '5.1.1' })
    expect(info.deliveries).toMatchObject([{ address: email, state: 'bounced', code: '5.1.1' }])
    expect(info.events.filter(({ event }: { event: string }) => event === 'bounced')).toHaveLength(
      1,
    )
    const { body } = await user.get('/messageblacklists', { contact: email })
    expect(body.data).toHaveLength(1)
    expect(await troubles()).toMatchObject([{ id, kind: 'bounced', words: 'Mail came back' }])
    await user.post('/message/resend', { id, to: 'other@customers.example' })
    expect(await troubles(), 'somebody has looked after it').toEqual([])
  })

  test('is kept as it came for managers, without what opens something, for 400 days', async () => {
    const { id, mail } = await written()
    const secret = 'x4Kd9fQ2mZp7LtRvB3nWc8YhJ6sGeA1u'
    const status = `5.3.0 See https://our.example/invoice/#${secret} or`
    await boxes.act('bounce', { id: mail.id, status })
    await boxes.read()
    const rawOf = async (client: Client) => {
      const { events } = (await client.get('/message', { id })).body.info
      const found = events.find(({ event }: { event: string }) => event === 'bounced')
      return found.raw
    }
    const raw = await rawOf(manager)
    expect(raw).toContain('Something happened to your mail.')
    expect(raw).toContain('Reporting-MTA: dns; mx.customers.example')
    expect(raw).toContain('https://our.example/invoice/#…')
    expect(raw).not.toContain(secret)
    expect(await rawOf(user), 'whoever reads the message').toBeNull()
    const age = (days: number) =>
      world.owner.query('update messageraws set created_at = now() - $1 * interval $$1 day$$', [
        days,
      ])
    await age(399)
    await settleMessages.run(jobContext(world), {})
    expect(await rawOf(manager)).toBe(raw)
    await age(401)
    await settleMessages.run(jobContext(world), {})
    expect(await rawOf(manager)).toBeNull()
  })

  test('a full mailbox is listed at the third time, a refusal of our domain never', async () => {
    const { customer_id, email, mail } = await written()
    let count = 0
    const sent = async () => {
      const words = {
        type: 'email',
        customer_id,
        subject: 'Again',
        text_plain: `Number ${++count}.`,
      }
      const { id } = (await user.put('/message', words)).body.data
      await user.post('/message/send', { id })
      await boxes.send(id)
      return (await boxes.of(email))[0]
    }
    const listed = async () =>
      (await user.get('/messageblacklists', { contact: email })).body.data.length
    const [second, third] = [await sent(), await sent()]
    for (const one of [mail, second]) await boxes.act('bounce', { id: one?.id, status: '5.2.2' })
    await boxes.read()
    expect(await listed()).toBe(0)
    await boxes.act('bounce', { id: third?.id, status: '5.7.1' })
    await boxes.read()
    expect(await listed()).toBe(0)
    await boxes.act('bounce', { id: (await sent())?.id, status: '5.2.2' })
    await boxes.read()
    expect(await listed()).toBe(1)
  })

  test('a complaint lists whoever complains', async () => {
    const { id, email, mail } = await written()
    await boxes.act('complain', { id: mail.id })
    await boxes.read()
    const { body } = await user.get('/messageblacklists', { contact: email })
    expect(body.data[0].reason).toContain('Complained')
    const { info, data } = await messageNow(id)
    expect(info.events.at(-1).event).toBe('complained')
    expect(data.status).toBe('accepted')
  })
})

// Shows: T15
test('a complaint speaks for nobody who did not get that mail', async () => {
  const { id, mail } = await written()
  const { email: victim } = await newCustomer()
  const stored = boxes.store.mails.find((one) => one.id === mail.id)
  if (!stored) throw new Error('Nothing arrived.')
  const raw = complaintOf({ ...stored, envelope_to: victim })
  await boxes.act('raw', { to: stored.envelope_from, from: 'mallory@elsewhere.example', raw })
  await boxes.read()
  expect((await user.get('/messageblacklists', { contact: victim })).body.data ?? []).toEqual([])
  expect((await messageNow(id)).info.events.at(-1).event).not.toBe('complained')
})

// Shows: V12.3.1
test('a mailbox that can only be read in the clear is not read where that is asked for', async () => {
  const stopping = new AbortController()
  const url = `${boxes.mail.imapUrl}?encryption=required`
  await expect(watchMailbox(url, stopping.signal, () => undefined)).rejects.toThrow('STARTTLS')
})

test('whoever waits beside a mailbox is told of every mail, though others empty it meanwhile', async () => {
  const stopping = new AbortController()
  let news = 0
  const watching = watchMailbox(boxes.mail.imapUrl, stopping.signal, () => {
    news += 1
  }).catch(() => undefined)
  const letter = { from: 'anna@watch.example', to: boxes.office, subject: 'Now', text: 'Kia ora' }
  // The first may come before it waits.
  const told = async () => {
    await boxes.act('send', letter)
    return news
  }
  await expect.poll(told, poll).toBeGreaterThan(0)
  await boxes.read()
  const before = news
  await boxes.act('send', { ...letter, text: 'Again' })
  await expect.poll(() => news, poll).toBeGreaterThan(before)
  stopping.abort()
  await watching
})
