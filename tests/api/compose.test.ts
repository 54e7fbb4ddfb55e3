import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { customer } from '#domain/customers/customer.ts'
import { partner } from '#domain/partners/partner.ts'
import { supplier } from '#domain/suppliers/supplier.ts'
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
let manager: Client
let customer_id: number
let sequence = 0

beforeAll(async () => {
  ;[world, sink] = await Promise.all([makeWorld({ smtpUrl: silentMail }), startSmtpSink()])
  ;[user, manager] = await Promise.all([world.as('user'), world.as('manager')])
  customer_id = (await makeRow(manager, customer, { email: 'rewa@example.co.nz' })).id
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

describe('a mail by hand', () => {
  test('is a draft that is saved as it is typed, and only the draft can be changed', async () => {
    const { id, version, ...row } = await draft()
    expect(row).toMatchObject({ status: 'draft', recipient: 'rewa@example.co.nz', kind: 'mail' })
    const saved = await user.post('/message', { id, version, text_plain: 'Other words' })
    expect(saved.status, saved.text).toBe(261)
    const moved = await user.post('/message', { id, version: version + 1, customer_id })
    expect(moved.status).toBe(400)
    await user.post('/message/send', { id })
    const late = await user.post('/message', { id, version: version + 2, text_plain: 'Late' })
    expect(late.status).toBe(476)
  })

  test('leaves after ten seconds with names and addresses that bring answers back', async () => {
    const { id, thread_id } = await draft({
      cc: ['tama@example.co.nz'],
      bcc: ['accounting@example.co.nz'],
    })
    expect((await user.post('/message/send', { id })).body.data.status).toBe('queued')
    expect((await leaves(id, 5000)).data.status).toBe('queued')
    const { data, info } = await leaves(id)
    expect(data).toMatchObject({ status: 'accepted', sent: true })
    const [mail] = sink.messages
    expect(mail?.to).toEqual([
      'rewa@example.co.nz',
      'tama@example.co.nz',
      'accounting@example.co.nz',
    ])
    expect(mail?.from).toMatch(new RegExp(`^office\\+b${id}-[0-9a-f]{16}@harbour\\.example$`))
    const content = mail?.content ?? ''
    expect(headerOf(content, 'Message-ID')).toMatch(
      new RegExp(`^<m${id}\\.[0-9a-f]{16}@harbour\\.example>$`),
    )
    expect(headerOf(content, 'Reply-To')).toMatch(
      new RegExp(`^office\\+t${thread_id}-[0-9a-f]{16}@harbour\\.example$`),
    )
    expect(headerOf(content, 'Auto-Submitted')).toBeUndefined()
    expect(content).not.toContain('accounting@example.co.nz')
    expect(content).toContain('<p>Here they are.</p>')
    expect(info.deliveries).toMatchObject([
      { field: 'to', address: 'rewa@example.co.nz', state: 'accepted' },
      { field: 'cc', address: 'tama@example.co.nz', state: 'accepted' },
      { field: 'bcc', address: 'accounting@example.co.nz', state: 'accepted' },
    ])
    const thread = await user.get('/thread', { id: thread_id })
    expect(thread.body.data).toMatchObject({ last_direction: 'out', last_type: 'email' })
  })

  test('leaves without the copies of whoever opted out since it was written', async () => {
    const cc = ['left@example.co.nz', 'tama@example.co.nz']
    const copies = { cc, bcc: ['manager@example.co.nz'] }
    const { id } = await draft(copies)
    await user.post('/message/send', { id })
    for (const contact of ['left@example.co.nz', 'manager@example.co.nz'])
      await user.put('/messageblacklist', { contact, type: 'email' })
    const { data, info } = await leaves(id)
    expect(data.status).toBe('accepted')
    const [mail] = sink.messages
    expect(mail?.to).toEqual(['rewa@example.co.nz', 'tama@example.co.nz'])
    expect(headerOf(mail?.content ?? '', 'Cc')).toBe('tama@example.co.nz')
    expect(info.deliveries).toHaveLength(4)
    expect(info.deliveries).toContainEqual({
      ...{ field: 'cc', address: 'left@example.co.nz', state: 'failed', code: null },
      words: 'left@example.co.nz does not want anything (staff)',
    })
    const said = info.events.filter(({ event }: { event: string }) => event === 'left_out')
    expect(said.map(({ words }: { words: string }) => words)).toEqual([
      'left@example.co.nz does not want anything (staff)',
      'manager@example.co.nz does not want anything (staff)',
    ])
    const next = await draft(copies)
    const refused = await user.post('/message/send', { id: next.id })
    expect(refused.status).toBe(476)
    expect(refused.body.message).toContain('left@example.co.nz has opted out')
  })

  test('prints the fields of its customer as the preview shows them', async () => {
    const words = {
      subject: 'News for {{customer_name}}',
      text_plain: 'Kia ora {{customer_name}}!',
    }
    const { id, customer_id: record_id } = await draft(words)
    const name = (await user.get('/customer', { id: record_id })).body.data.name
    const asked = { context: 'customer', subject: words.subject, text_base: words.text_plain }
    const shown = await user.post('/messagetemplate/preview', { ...asked, record_id })
    await user.post('/message/send', { id })
    const { data } = await leaves(id)
    expect(data).toMatchObject({ status: 'accepted', subject: `News for ${name}` })
    expect(data.text_plain).toBe(shown.body.data.rendering.text.trimEnd())
    expect(sink.messages[0]?.content).toMatch(/Kia ora .*!/)
    expect(sink.messages[0]?.content).not.toContain('{{')
  })

  test('is refused with its place where a field is unknown or empty, or nobody has it', async () => {
    const wrong = await draft({ text_plain: 'Kia ora\n{{custmer_name}}' })
    const told = await user.post('/message/send', { id: wrong.id })
    expect(told.status).toBe(400)
    expect(told.body.errors[0]).toMatchObject({ field: 'text_plain' })
    expect(told.body.errors[0].message).toMatch(/^Line 2, column \d+: .*customer_name/)
    await world.owner.query('update customers set customer_number = null where id = $1', [
      customer_id,
    ])
    const hole = await draft({ text_plain: 'Your number is {{customer_number}}' })
    const empty = await user.post('/message/send', { id: hole.id })
    expect(empty.status).toBe(400)
    expect(empty.body.errors[0].message).toMatch(/is empty\. Fill it in/)
    const supplier_id = (await makeRow(manager, supplier, { email: 'trade@example.nz' })).id
    const letter = { customer_id: undefined, supplier_id, text_plain: 'Kia ora {{customer_name}}' }
    const foreign = await draft(letter)
    const none = await user.post('/message/send', { id: foreign.id })
    expect(none.body.errors[0].message).toMatch(/for customers alone/)
    expect((await user.get('/message', { id: wrong.id })).body.data.status).toBe('draft')
  })

  test('has the same name on every try', async () => {
    const { id } = await draft()
    await user.post('/message/send', { id })
    sink.answerNext(451, '4.3.0 Try again later')
    await leaves(id)
    await leaves(id, 80_000)
    const names = [...sink.refused, ...sink.messages.map(({ content }) => content)].map((one) =>
      headerOf(one, 'Message-ID'),
    )
    expect(names).toHaveLength(2)
    expect(new Set(names).size).toBe(1)
  })

  test('takes files along', async () => {
    const file = await upload(user, textFile('day,0.25\n', 'rates.csv'))
    const { id } = await draft({ file_ids: [file.body.data.id] })
    await user.post('/message/send', { id })
    await leaves(id)
    expect(sink.messages[0]?.content).toContain('rates.csv')
  })

  test('goes to suppliers and partners as well, in threads of their own', async () => {
    const [one, two] = [
      await makeRow(manager, supplier, { email: 'desk@supplier.example' }),
      await makeRow(manager, partner, { email: 'hi@partner.example' }),
    ]
    const [to, also] = [
      await draft({ customer_id: undefined, supplier_id: one.id }),
      await draft({ customer_id: undefined, partner_id: two.id }),
    ]
    expect(to).toMatchObject({ recipient: 'desk@supplier.example', supplier_id: one.id })
    expect(also).toMatchObject({ recipient: 'hi@partner.example', partner_id: two.id })
    expect(to.thread_id).not.toBe(also.thread_id)
  })
})

describe('an answer', () => {
  test('follows the mail it answers, never the first subject of the thread', async () => {
    await draft({ subject: 'Something else before' })
    const question = await came('Rewa <rewa.home@example.co.nz>', customer_id)
    const answer = await draft({
      customer_id: undefined,
      subject: undefined,
      parent_id: question.id,
    })
    expect(answer).toMatchObject({
      thread_id: question.thread_id,
      customer_id,
      recipient: 'rewa.home@example.co.nz',
      subject: 'Re: The meter',
    })
    await user.post('/message/send', { id: answer.id })
    expect((await user.get('/thread', { id: answer.thread_id })).body.data.state).toBe('waiting')
    await leaves(answer.id)
    const content = sink.messages[0]?.content ?? ''
    expect(headerOf(content, 'In-Reply-To')).toBe('<x1@example.co.nz>')
    expect(headerOf(content, 'References')).toBe('<x0@example.co.nz> <x1@example.co.nz>')
  })
})

test('the same words to the same reader within a day are asked about, and sent if meant', async () => {
  const text_plain = 'Twice'
  const [first, second] = [await draft({ text_plain }), await draft({ text_plain })]
  expect((await user.post('/message/send', { id: first.id })).status).toBe(200)
  const asked = await user.post('/message/send', { id: second.id })
  expect(asked.status).toBe(476)
  expect(asked.body.message).toContain('they got the same words')
  expect(asked.body.errors[0].field).toBe('send_anyway')
  const meant = await user.post('/message/send', { id: second.id, send_anyway: true })
  expect(meant.body.data.status).toBe('queued')
  expect((await leaves(second.id)).data.status).toBe('accepted')
})

/** A mail as it came from outside; from a stranger where no customer is named. */
async function came(sender: string, customer: number | null = null) {
  const [organisation_id] = world.organisations
  const [row] = await world.database.write({ organisation_id, user_id: null }, (conn) =>
    conn.query<{ id: number; thread_id: number }>(
      `insert into messages (organisation_id, type, direction, kind, text_plain, status,
         customer_id, sender, subject, rfc_id, mail_references)
       values (scope_organisation(), 'email', 'in', 'mail', 'Which meter?', 'received', $1, $2,
         'RE: Re: The meter', '<x1@example.co.nz>', '{<x0@example.co.nz>}')
       returning id, thread_id`,
      [customer, sender],
    ),
  )
  return row ?? { id: 0, thread_id: 0 }
}

describe('a mail by hand that is sent once more', () => {
  const others = { cc: ['tama@example.co.nz'], bcc: ['accounting@example.co.nz'] }
  const again = async (id: number, more: object = {}) => {
    const reply = await user.post('/message/resend', { id, ...more })
    expect(reply.status, reply.text).toBe(201)
    sink.reset()
    return leaves(reply.body.data.id)
  }
  const left = async (more: Record<string, unknown> = {}) => {
    const { id } = await draft(more)
    await user.post('/message/send', { id })
    await leaves(id)
    return (await user.get('/message', { id })).body.data
  }

  test('takes its files, its other readers and its writer along', async () => {
    const file = await upload(user, textFile('day,0.27\n', 'attached.csv'))
    const first = await left({ ...others, file_ids: [file.body.data.id] })
    const { data, info } = await again(first.id, { to: 'home@example.co.nz' })
    const { cc, bcc, file_ids, author_id, thread_id } = first
    expect(data).toMatchObject({ cc, bcc, file_ids, author_id, thread_id, status: 'accepted' })
    expect(author_id).not.toBeNull()
    const [mail] = sink.messages
    const readers = ['home@example.co.nz', 'tama@example.co.nz', 'accounting@example.co.nz']
    expect(mail?.to).toEqual(readers)
    expect(info.deliveries.map(({ address }: { address: string }) => address)).toEqual(readers)
    expect(mail?.content).toContain('attached.csv')
    expect(headerOf(mail?.content ?? '', 'Auto-Submitted')).toBeUndefined()
    const opened = await manager.get('/history', { object_class: 'file', object_id: file_ids[0] })
    const actions = opened.body.data.map(({ action }: { action: string }) => action)
    expect(actions, 'each sending is told').toEqual(['download', 'download', 'create'])
  })

  test('goes to each reader once, and to nobody who has opted out since', async () => {
    const { id } = await left({ cc: ['quiet@example.co.nz', 'tama@example.co.nz'] })
    await user.put('/messageblacklist', { contact: 'quiet@example.co.nz', type: 'email' })
    await again(id, { to: 'Tama@example.co.nz' })
    expect(sink.messages.map(({ to }) => to)).toEqual([['Tama@example.co.nz']])
  })

  test('stays where it is while a file of it is no longer here', async () => {
    const file = await upload(user, textFile('day,0.28\n', 'deleted.csv'))
    const { id } = await left({ file_ids: [file.body.data.id] })
    // As after a month in the bin.
    await world.owner.query('delete from file_contents where file_id = $1', [file.body.data.id])
    const refused = await user.post('/message/resend', { id })
    expect(refused.status).toBe(476)
    expect(refused.body.message).toContain('a file that went with it is no longer here')
  })

  test('answers what the first one answered, in the thread of a stranger as well', async () => {
    const strange = await came('Ana <ana@nobody.example>')
    const named = { customer_id: undefined, subject: undefined, parent_id: strange.id }
    const first = await left(named)
    const { data } = await again(first.id, { to: 'ana.home@nobody.example' })
    expect(data).toMatchObject({ thread_id: strange.thread_id, parent_id: first.id })
    const content = sink.messages[0]?.content ?? ''
    expect(headerOf(content, 'In-Reply-To')).toBe('<x1@example.co.nz>')
    expect(headerOf(content, 'References')).toBe('<x0@example.co.nz> <x1@example.co.nz>')
    expect(headerOf(content, 'Reply-To')).toContain(`office+t${strange.thread_id}-`)
  })

  test('stays in the thread of a partner', async () => {
    const { id: partner_id } = await makeRow(manager, partner, { email: 'two@partner.example' })
    const first = await left({ customer_id: undefined, partner_id })
    const { data } = await again(first.id)
    expect(data).toMatchObject({ partner_id, thread_id: first.thread_id })
  })
})

describe('what has not left', () => {
  test('comes back to its writer with its words, and leaves when it is sent again', async () => {
    const { id } = await draft()
    await user.post('/message/send', { id })
    const back = await user.post('/message/takeback', { id })
    expect(back.body.data).toMatchObject({ status: 'draft', not_before: null })
    expect((await leaves(id)).data.status).toBe('draft')
    expect(sink.messages).toEqual([])
    await user.post('/message/send', { id })
    expect((await leaves(id)).data.status).toBe('accepted')
    expect((await user.post('/message/takeback', { id })).status).toBe(476)
  })

  test('is taken back by its writer or a manager alone', async () => {
    const { id } = await draft()
    await user.post('/message/send', { id })
    const accounting = await world.as('accounting')
    expect((await accounting.post('/message/takeback', { id })).status).toBe(403)
    expect((await manager.post('/message/takeback', { id })).status).toBe(200)
  })

  test('waits for a moment of one’s choice, in the next year', async () => {
    const { id } = await draft()
    const day = (days: number) =>
      new Date(world.clock.now().getTime() + days * 86_400_000).toISOString()
    for (const not_before of [day(-1), day(400)]) {
      const reply = await user.post('/message/send', { id, not_before })
      expect(reply.body.errors?.[0]?.field, reply.text).toBe('not_before')
    }
    await user.post('/message/send', { id, not_before: day(3) })
    expect((await leaves(id, 2 * 86_400_000)).data.status).toBe('queued')
    expect((await leaves(id, 3 * 86_400_000)).data.status).toBe('accepted')
  })
})

describe('what cannot leave', () => {
  test('names the field, or the reason and a way out', async () => {
    const { id } = await draft({ recipient: 'nobody' })
    expect((await user.post('/message/send', { id })).status).toBe(466)
    const silent = await draft({ subject: undefined })
    const reply = await user.post('/message/send', { id: silent.id })
    expect(reply.body.errors[0].field).toBe('subject')
    await user.put('/messageblacklist', { contact: 'Never@example.co.nz', type: 'email' })
    const listed = await draft({ recipient: 'never@example.co.nz' })
    const refused = await user.post('/message/send', { id: listed.id })
    expect(refused.status).toBe(476)
    expect(refused.body.message).toContain('opted out')
  })

  test('an address that is dead is listed at once', async () => {
    const { id } = await draft({ recipient: 'gone@example.co.nz' })
    await user.post('/message/send', { id })
    sink.refuseRecipients(550, '5.1.1 No such user')
    const { data } = await leaves(id)
    expect(data).toMatchObject({ status: 'failed', error_code: '5.1.1' })
    const { body } = await user.get('/messageblacklists', { contact: 'gone@example.co.nz' })
    expect(body.data).toHaveLength(1)
  })
})
