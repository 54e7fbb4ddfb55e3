import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { customer } from '#domain/customers/customer.ts'
import { queueMessage } from '#server/messaging/outbox/queue-message.ts'
import { sendMessage } from '#server/messaging/outbox/send-message-job.ts'
import { settleMessages } from '#server/messaging/outbox/settle-messages-job.ts'
import type { Client } from '#tests/support/client.ts'
import { testConfig } from '#tests/support/config.ts'
import { makeRow } from '#tests/support/fitting.ts'
import { jobContext } from '#tests/support/job-context.ts'
import { type SmtpSink, silentMail, startSmtpSink } from '#tests/support/smtp-sink.ts'
import { makeWorld, type World } from '#tests/support/world.ts'

let world: World
let sink: SmtpSink
let user: Client
let customer_id: number
const secret = 'x4Kd-9fQ2mZp7LtR_vB3nWc8YhJ6sGeA1uTo5iPwXq0'

beforeAll(async () => {
  ;[world, sink] = await Promise.all([makeWorld({ smtpUrl: silentMail }), startSmtpSink()])
  user = await world.as('user')
  customer_id = (await makeRow(await world.as('manager'), customer)).id
})
beforeEach(() => sink.reset())
afterAll(async () => {
  await sink.stop()
  await world.close()
})

const scope = () => ({ organisation_id: world.organisations[0], user_id: null })
const link = `http://localhost/invoice/#${secret}`

async function queued(key: string, more: Partial<Parameters<typeof queueMessage>[2]> = {}) {
  const id = await world.database.write(scope(), (conn) =>
    queueMessage(world, conn, {
      kind: 'invoice',
      customer_id,
      to: 'rewa@example.co.nz',
      subject: 'Invoice INV-7',
      text: `Kia ora Rewa,\n\nYour page: ${link}`,
      key,
      ...more,
    }),
  )
  return id ?? 0
}

const MINUTE_MS = 60_000

/** One try of the worker, as the queue would give it some minutes from now. */
async function tried(message_id: number, { smtp = true, minutes = 0 } = {}) {
  const config = testConfig({ smtpUrl: smtp ? sink.url : undefined })
  const clock = { now: () => new Date(Date.now() + minutes * MINUTE_MS) }
  const organisation_id = world.organisations[0]
  await sendMessage.run(jobContext(world, { config, clock }), { organisation_id, message_id })
  return (await user.get('/message', { id: message_id })).body
}

describe('what leaves is a message', () => {
  test('it is taken by the mail server once, with its words whole, and tells each step', async () => {
    const id = await queued('whole')
    expect(await queued('whole'), 'the same key again').toBe(0)
    const { data, info } = await tried(id)
    await tried(id)
    expect(data).toMatchObject({
      type: 'email',
      direction: 'out',
      kind: 'invoice',
      status: 'accepted',
      sent: true,
      customer_id,
      recipient: 'rewa@example.co.nz',
      subject: 'Invoice INV-7',
      attempts: 1,
    })
    expect(sink.messages).toHaveLength(1)
    expect(sink.messages[0]?.content.replaceAll('=\r\n', '')).toContain(secret)
    expect(info.events.map(({ event }: { event: string }) => event)).toEqual(['queued', 'accepted'])
    expect(info.whole_text).toBeNull()
  })

  test('whoever reads it here can follow no link of the customer’s', async () => {
    const id = await queued('hidden')
    const reply = await user.get('/message', { id })
    expect(reply.body.data.text_plain).toBe(
      'Kia ora Rewa,\n\nYour page: http://localhost/invoice/#…',
    )
    expect(reply.text).not.toContain(secret)
    expect((await user.get('/messages', { customer_id, type: 'email' })).text).not.toContain(secret)
  })

  test('another organisation sees nothing of it', async () => {
    const id = await queued('ours')
    const other = await world.as('other')
    expect((await other.get('/message', { id })).status).toBe(404)
    expect((await other.post('/message/resend', { id })).status).toBe(404)
  })

  test('a demonstration reaches nobody, and its reader may follow its links', async () => {
    const owner = (demo: boolean) =>
      world.owner.query('update organisations set demo = $2 where id = $1', [
        world.organisations[0],
        demo,
      ])
    await owner(true)
    const { data, info } = await tried(await queued('demonstration'))
    await owner(false)
    expect(data.status).toBe('accepted')
    expect(info.whole_text).toContain(link)
    expect(sink.connected()).toBe(0)
  })
})

describe('what becomes of it', () => {
  test('without a mail server it is stopped and says so', async () => {
    const { data } = await tried(await queued('no server'), { smtp: false })
    expect(data).toMatchObject({ status: 'blocked', error: 'No mail server is set up.' })
  })

  test('refused for now it waits, and is taken later', async () => {
    const id = await queued('busy')
    sink.answerNext(451, 'Try again later')
    const waiting = (await tried(id)).data
    expect(waiting).toMatchObject({ status: 'queued', attempts: 1 })
    const pause = Date.parse(waiting.not_before) - Date.now()
    expect(Math.abs(pause - MINUTE_MS), 'it waits a minute').toBeLessThan(10_000)
    expect((await tried(id)).data, 'before its time').toMatchObject({ attempts: 1 })
    const { data, info } = await tried(id, { minutes: 1.1 })
    expect(data).toMatchObject({ status: 'accepted', attempts: 2, error: null })
    expect(info.events.map(({ event }: { event: string }) => event)).toEqual([
      'queued',
      'later',
      'accepted',
    ])
  })

  test('refused for a day it is given up, with the words of the last refusal', async () => {
    const id = await queued('busy for long')
    const waits: number[] = []
    let minutes = 0
    let status = 'queued'
    for (let count = 0; status === 'queued' && count < 20; count += 1) {
      sink.answerNext(451, `Busy ${count}`)
      const { data } = await tried(id, { minutes })
      status = data.status
      const pause = Math.round((Date.parse(data.not_before) - Date.now()) / MINUTE_MS) - minutes
      if (status === 'queued') waits.push(pause)
      minutes += pause + 0.1
      if (status === 'failed') expect(data.error).toContain(`Busy ${count}`)
    }
    expect(status).toBe('failed')
    expect(waits.map(Math.round)).toEqual([1, 5, 15, 60, 240, 240, 240, 240, 240, 159])
    const { rows } = await world.owner.query(
      `select count(*)::int as jobs from pgboss.job where name = 'send-message'
         and data->>'message_id' = $1`,
      [String(id)],
    )
    expect(rows[0].jobs, 'one for each try').toBe(11)
  })

  test('refused for good it says what the other side said', async () => {
    const id = await queued('unknown')
    sink.refuseRecipients(550, 'No such user here')
    const { data } = await tried(id)
    expect(data.status).toBe('failed')
    expect(data.error).toContain('No such user here')
  })

  test('an answer that never came leaves it unsure, until somebody has asked', async () => {
    const id = await queued('silence')
    sink.hangUpAfterData()
    const { data } = await tried(id)
    expect(data.status).toBe('unconfirmed')
    const told = await user.post('/message/arrived', { id, version: data.version })
    expect(told.body.data).toMatchObject({ status: 'accepted', error: null })
    expect((await user.post('/message/arrived', { id })).status).toBe(476)
  })

  // Shows: R03
  test('a worker that died leaves it unsure: it is on the list of what to look after, and people alone send it again', async () => {
    const id = await queued('died')
    await world.owner.query(
      `update messages set status = 'sending', sending_until = now() - interval '1 s' where id = $1`,
      [id],
    )
    await settleMessages.run(jobContext(world), {})
    expect((await tried(id)).data.status).toBe('unconfirmed')
    expect(sink.messages).toHaveLength(0)
    const { data } = (await user.get('/messages/undelivered', { limit: 500 })).body
    expect(data.filter((row: { id: number }) => row.id === id)).toMatchObject([
      {
        status: 'unconfirmed',
        error: 'The sending was interrupted; nobody knows whether it arrived.',
      },
    ])
    const again = await user.post('/message/resend', { id })
    expect(again.status, again.text).toBe(201)
    await tried(again.body.data.id)
    expect(sink.messages).toHaveLength(1)
  })
})

describe('sending again', () => {
  test('makes a message of its own with the same words, to another address if asked', async () => {
    const id = await queued('first')
    await tried(id)
    const again = await user.post('/message/resend', { id, to: 'other@example.co.nz' })
    expect(again.status).toBe(201)
    expect(again.body.data).toMatchObject({ parent_id: id, recipient: 'other@example.co.nz' })
    sink.reset()
    await tried(again.body.data.id)
    expect(sink.messages[0]?.to).toEqual(['other@example.co.nz'])
    expect(sink.messages[0]?.content.replaceAll('=\r\n', '')).toContain(secret)
    const { info } = (await user.get('/message', { id })).body
    expect(info.events.at(-1)).toMatchObject({ event: 'resent', words: 'other@example.co.nz' })
  })

  test('takes it off the list of what was not delivered', async () => {
    const id = await queued('to look after')
    sink.refuseRecipients(550, 'Mailbox closed')
    await tried(id)
    const listed = async () => {
      const asked = { 'kind.in': 'invoice,copy', limit: 500 }
      const rows: { id: number }[] = (await user.get('/messages/undelivered', asked)).body.data
      return (rows ?? []).some((row) => row.id === id)
    }
    expect(await listed()).toBe(true)
    await user.post('/message/resend', { id, to: 'open@example.co.nz' })
    expect(await listed()).toBe(false)
  })

  test('is refused to whoever has opted out', async () => {
    const id = await queued('opted out')
    await tried(id)
    await user.put('/messageblacklist', { contact: 'REWA@example.co.nz', type: 'email' })
    const refused = await user.post('/message/resend', { id })
    expect(refused.status).toBe(476)
    expect(refused.body.message).toContain('rewa@example.co.nz has opted out')
  })

  test('is refused while it waits, and once its links are let go', async () => {
    const waiting = await queued('waiting')
    expect((await user.post('/message/resend', { id: waiting })).status).toBe(476)
    const old = await queued('long ago')
    await tried(old)
    await world.owner.query('update messages set sealed_words = null where id = $1', [old])
    const to = 'third@example.co.nz'
    const refused = await user.post('/message/resend', { id: old, to })
    expect(refused.status).toBe(476)
    expect(refused.body.message).toContain('its links no longer open anything')
  })

  test('an address that is none is named', async () => {
    const id = await queued('bad address')
    await tried(id)
    const refused = await user.post('/message/resend', { id, to: 'nobody' })
    expect(refused.status).toBe(466)
    expect(refused.body.errors[0]).toMatchObject({ field: 'to' })
  })
})

test('words that were sent are never changed', async () => {
  const id = await queued('as it was')
  for (const change of ["subject = 'x'", "recipient = 'x'", "text_plain = 'x'", "kind = 'copy'"])
    await expect(
      world.owner.query(`update messages set ${change} where id = ${id}`),
      change,
    ).rejects.toThrow(/stays as it was said/)
})
