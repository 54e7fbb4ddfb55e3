import { randomBytes } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { jobs } from '#server/jobs.ts'
import { type Database, openDatabase } from '#server/kit/database/database.ts'
import { systemClock } from '#server/kit/http/context.ts'
import { startWorker } from '#server/kit/jobs/worker-loop.ts'
import { queueMail } from '#server/mail/queue-mail.ts'
import { settleMails } from '#server/mail/send-mail-job.ts'
import { testConfig } from '#tests/support/config.ts'
import { cloneDatabase } from '#tests/support/database.ts'
import type { TestDatabase } from '#tests/support/filled-database.ts'
import { type SmtpSink, startSmtpSink } from '#tests/support/smtp-sink.ts'

const nobody = { organisation_id: null, user_id: null }
const here = { config: testConfig() }
let copy: TestDatabase
let database: Database
let sink: SmtpSink
const logged: string[] = []
let worker: { stop(): Promise<void> } | undefined

beforeAll(async () => {
  copy = await cloneDatabase()
  database = openDatabase({ url: copy.appUrl })
  sink = await startSmtpSink()
})
afterEach(async () => {
  await worker?.stop()
  worker = undefined
  sink.reset()
})
afterAll(async () => {
  await sink.stop()
  await database.close()
  await copy.drop()
})

async function startMailWorker(smtpUrl: string | undefined) {
  const config = testConfig({ smtpUrl, mailFrom: 'Harbour <office@harbour.example>' })
  const started = startWorker({
    url: copy.appUrl,
    database,
    config,
    clock: systemClock,
    jobs,
    schedules: [],
    log: (line) => logged.push(line),
  })
  worker = started
  await started.ready
  return config
}

function queue(key: string, changes: Partial<Parameters<typeof queueMail>[2]> = {}) {
  const message = { to: 'mere@example.nz', subject: 'Kia ora', text: 'Tēnā koe', key, ...changes }
  return database.write(nobody, (conn) => queueMail(here, conn, message))
}

interface Row {
  id: number
  status: string
  attempts: number
  error: string | null
  text_plain: string | null
  sent_at: string | null
}

async function rowOf(key: string): Promise<Row | undefined> {
  const rows = await database.read(nobody, (conn) =>
    conn.query<Row>('select * from mails where unique_key = $1', [key]),
  )
  return rows[0]
}

async function settled(key: string, status: string): Promise<Row | undefined> {
  await expect.poll(async () => (await rowOf(key))?.status, { timeout: 15_000 }).toBe(status)
  return rowOf(key)
}

describe('with an SMTP server', () => {
  test('a message is delivered once and its text is not kept', async () => {
    await startMailWorker(sink.url)
    await queue('reset 1', { html: '<p>Tēnā koe</p>' })
    const row = await settled('reset 1', 'sent')
    expect(row).toMatchObject({ attempts: 1, text_plain: null, error: null })
    expect(row?.sent_at).not.toBeNull()
    expect(sink.messages).toHaveLength(1)
    const [message] = sink.messages
    expect(message).toMatchObject({ from: 'office@harbour.example', to: ['mere@example.nz'] })
    expect(message?.content).toContain('Subject: Kia ora')
    expect(message?.content).toMatch(/^Message-ID: <[0-9a-f]{32}@switchboard>/m)
  })

  test('a file goes with its message and is not kept afterwards', async () => {
    await startMailWorker(sink.url)
    const bytes = Buffer.from('%PDF of an invoice')
    await queue('with a file', { attachment: { name: 'Invoice-1.pdf', bytes } })
    const row = await settled('with a file', 'sent')
    expect(row).toMatchObject({ attachment_name: 'Invoice-1.pdf', attachment: null })
    expect(sink.messages[0]?.content).toContain('filename=Invoice-1.pdf')
    expect(sink.messages[0]?.content).toContain(bytes.toString('base64'))
  })

  test('a backlog leaves over a few lines without waiting between two mails', async () => {
    await database.write(nobody, async (conn) => {
      for (let place = 0; place < 40; place++) {
        const key = `backlog ${place}`
        await queueMail(here, conn, {
          to: 'mere@example.nz',
          subject: 'Kia ora',
          text: 'Ngā mihi',
          key,
        })
      }
    })
    await startMailWorker(sink.url)
    // By the queue's own pace of two in four seconds it would take more than a minute.
    await expect.poll(() => sink.messages.length, { timeout: 18_000 }).toBe(40)
    expect(sink.connected()).toBeLessThan(10)
  })

  // Shows: R03
  test('the same key is never sent twice', async () => {
    await startMailWorker(sink.url)
    await queue('welcome 7')
    await queue('welcome 7')
    await settled('welcome 7', 'sent')
    await queue('welcome 7')
    await queue('after it')
    await settled('after it', 'sent')
    expect(sink.messages).toHaveLength(2)
  })

  // Shows: R23
  test('a server that is busy is tried again with the same message id', async () => {
    sink.answerNext(451, '4.7.1 <mere@example.nz>: come back later')
    await startMailWorker(sink.url)
    await queue('busy')
    const row = await settled('busy', 'sent')
    expect(row?.attempts).toBe(2)
    // Servers name the address in their words, which are for the mail and not for the log.
    const told = logged.filter((line) => line.includes('send-mail'))
    expect(told.at(-1)).toContain('would not take it now (451 4.7.1)')
    expect(told.join()).not.toContain('mere@')
    expect(sink.messages).toHaveLength(1)
    expect(sink.refused.map(messageId)).toEqual(sink.messages.map((m) => messageId(m.content)))
  })

  test('an address the server refuses for good fails with its reason', async () => {
    sink.refuseRecipients(550, 'No such mailbox')
    await startMailWorker(sink.url)
    await queue('no such')
    const row = await settled('no such', 'failed')
    expect(row?.error).toContain('No such mailbox')
    expect(row?.attempts).toBe(1)
  })

  // Shows: R03, R23
  test('a server that hangs up over the message leaves it unconfirmed', async () => {
    sink.hangUpAfterData()
    await startMailWorker(sink.url)
    await queue('hang up')
    const row = await settled('hang up', 'unconfirmed')
    expect(row?.attempts).toBe(1)
  })

  // Shows: V12.3.1
  test('a server that takes the encryption out of its offers hears nothing, and is waited for', async () => {
    await startMailWorker(`${sink.url}?encryption=required`)
    await queue('in the clear')
    await expect
      .poll(async () => (await rowOf('in the clear'))?.error)
      .toContain('could not be encrypted')
    expect(await rowOf('in the clear')).toMatchObject({ status: 'queued' })
    expect(sink.connected()).toBeGreaterThan(0)
    expect([sink.messages, sink.refused]).toEqual([[], []])
  })

  // Shows: V16.5.2
  test('a server that is down is waited for', async () => {
    await startMailWorker('smtp://127.0.0.1:9')
    await queue('down')
    await expect.poll(async () => (await rowOf('down'))?.error).toContain('ECONNREFUSED')
    expect(await rowOf('down')).toMatchObject({ status: 'queued', text_plain: 'Tēnā koe' })
  })
})

test('what a link opens is sealed until it is sent, whole in the mail, and nowhere afterwards', async () => {
  const token = randomBytes(32).toString('base64url')
  const text = `https://office.example.nz/invoice/#${token}\n`
  await queue('a link', { text, html: `<a href="https://office.example.nz/#${token}">Look</a>` })
  const waiting = await rowOf('a link')
  expect(JSON.stringify(waiting)).not.toContain(token)
  expect(waiting).toMatchObject({ links: expect.stringMatching(/^\|v1\./) })
  sink.refuseRecipients(451, 'Later, please')
  await startMailWorker(sink.url)
  await expect.poll(async () => (await rowOf('a link'))?.attempts).toBeGreaterThan(0)
  expect(JSON.stringify(await rowOf('a link'))).not.toContain(token)
  sink.reset()
  const sent = await settled('a link', 'sent')
  const contents = sink.messages.map(({ content }) => content.replaceAll('=\r\n', ''))
  expect(contents.join('\n')).toContain(`/invoice/#${token}`)
  expect(sent).toMatchObject({ links: null, text_plain: null })
})

test('a mail that nobody knows the fate of, or that failed, keeps no link', async () => {
  const token = randomBytes(32).toString('base64url')
  await queue('lost link', { text: `https://office.example.nz/invoice/#${token}` })
  sink.refuseRecipients(550, 'Nobody of that name')
  await startMailWorker(sink.url)
  const failed = await settled('lost link', 'failed')
  expect(failed).toMatchObject({ links: null })
  expect(failed?.text_plain).toBe('https://office.example.nz/invoice/#⟦1⟧')
})

// Shows: T21, R36
test('without an SMTP server the message stays readable in the outbox', async () => {
  await startMailWorker(undefined)
  await queue('outbox')
  const row = await settled('outbox', 'outbox')
  expect(row).toMatchObject({ text_plain: 'Tēnā koe', sent_at: null })
  expect(sink.messages).toHaveLength(0)
})

test('a message is queued only if the transaction that decided on it commits', async () => {
  const decided = database.write(nobody, async (conn) => {
    await queueMail(here, conn, {
      to: 'a@b.nz',
      subject: 'Never',
      text: 'Never',
      key: 'rolled back',
    })
    throw new Error('changed my mind')
  })
  await expect(decided).rejects.toThrow('changed my mind')
  expect(await rowOf('rolled back')).toBeUndefined()
  await startMailWorker(sink.url)
  await queue('committed')
  await settled('committed', 'sent')
  expect(sink.messages).toHaveLength(1)
})

// Shows: R03
test('a sending that was interrupted becomes unconfirmed and is not repeated', async () => {
  await queue('interrupted')
  await database.write(nobody, (conn) =>
    conn.query(
      `update mails set status = 'sending', sending_until = now() - interval '1 second'
       where unique_key = 'interrupted'`,
    ),
  )
  const config = await startMailWorker(sink.url)
  const signal = new AbortController().signal
  await settleMails.run({ database, config, clock: systemClock, signal, isLastAttempt: false }, {})
  expect((await rowOf('interrupted'))?.status).toBe('unconfirmed')
  expect(sink.messages).toHaveLength(0)
})

test('a one-time code that could not leave for five minutes never does; other mail waits on', async () => {
  for (const key of ['guard code 7 late', 'late too']) await queue(key)
  await database.write(nobody, (conn) =>
    conn.query(
      `update mails set created_at = now() - interval '6 minutes' where unique_key like '%late%'`,
    ),
  )
  const config = await startMailWorker(sink.url)
  await settled('late too', 'sent')
  const signal = new AbortController().signal
  await settleMails.run({ database, config, clock: systemClock, signal, isLastAttempt: false }, {})
  expect((await rowOf('guard code 7 late'))?.status).toBe('failed')
  expect(sink.messages).toHaveLength(1)
})

// Shows: T27, V1.3.11
test.each([
  { to: 'a@b.nz\r\nBcc: everybody@example.nz' },
  { to: 'a@b.nz, c@d.nz' },
  { subject: 'Hello\nBcc: everybody@example.nz' },
  { from: 'Me <me@b.nz>\r\nX-Evil: yes' },
])('%j is refused before it is stored', async (changes) => {
  await expect(queue('injected', changes)).rejects.toThrow()
  expect(await rowOf('injected')).toBeUndefined()
})

function messageId(content: string): string | undefined {
  return /^Message-ID: (.*)$/m.exec(content)?.[1]
}
