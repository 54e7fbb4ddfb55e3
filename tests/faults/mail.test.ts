import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Database, openDatabase } from '#server/kit/database/database.ts'
import { systemClock } from '#server/kit/http/context.ts'
import { queueMessage } from '#server/messaging/outbox/queue-message.ts'
import { settleMessages } from '#server/messaging/outbox/settle-messages-job.ts'
import { query } from '#tests/support/cluster.ts'
import { testConfig } from '#tests/support/config.ts'
import { cloneDatabase } from '#tests/support/database.ts'
import type { TestDatabase } from '#tests/support/filled-database.ts'
import { type SmtpSink, startSmtpSink } from '#tests/support/smtp-sink.ts'

const [mails, kills] = process.env.HEAVY ? [600, 40] : [40, 3]
const AT_ONCE = 4
const program = fileURLToPath(new URL('../support/mail-worker.ts', import.meta.url))

let copy: TestDatabase
let broker: { organisation_id: number; user_id: null }
let database: Database
let sink: SmtpSink
let worker: ChildProcess | undefined
beforeAll(async () => {
  copy = await cloneDatabase()
  database = openDatabase({ url: copy.appUrl })
  broker = { organisation_id: await anOrganisation(copy.ownerUrl), user_id: null }
  sink = await startSmtpSink()
})
afterAll(async () => {
  worker?.kill('SIGKILL')
  await sink.stop()
  await database.close()
  await copy.drop()
})

async function anOrganisation(url: string): Promise<number> {
  const made = `insert into organisations (name, is_active) values ('Harbour', true) returning id`
  return Number((await query<{ id: string }>(url, made)).rows[0]?.id)
}

async function startProcess(): Promise<ChildProcess> {
  const child = spawn(process.execPath, [program], {
    env: { ...process.env, APP_URL: copy.appUrl, SMTP_URL: sink.url },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await once(child.stdout, 'data')
  worker = child
  return child
}

async function countOf(status: string, who = ''): Promise<number> {
  const counted = `select count(*)::int from messages
    where status = $1 and starts_with(recipient, $2)`
  const rows = await database.read(broker, (conn) =>
    conn.query<{ count: number }>(counted, [status, who]),
  )
  return rows[0]?.count ?? 0
}

/** Whom mails have reached. */
const receivers = (who: string) =>
  sink.messages.flatMap(({ to }) => to).filter((address) => address.startsWith(who))

/** More have arrived than before, so that whoever is killed is killed at work. */
async function isAtWork(before: number): Promise<void> {
  await expect
    .poll(() => sink.messages.length, { timeout: 60_000, interval: 2 })
    .toBeGreaterThan(before)
}

/** A mail to each of as many people. */
async function queueMails(who: string): Promise<void> {
  await database.write(broker, async (conn) => {
    for (let n = 0; n < mails; n++) {
      await queueMessage({ config: testConfig() }, conn, {
        kind: 'invoice',
        to: `${who}${n}@example.nz`,
        subject: 'Kia ora',
        text: 'Tēnā koe',
        key: `mail to ${who} ${n}`,
      })
    }
  })
}

// Shows: R03
test(`${mails} mails leave although who sends them is asked to stop ${kills} times: each once, none unsure`, async () => {
  await queueMails('patient')
  for (let stop = 0; stop < kills; stop++) {
    const child = await startProcess()
    const before = sink.messages.length
    if ((await countOf('queued')) > 0) await isAtWork(before)
    await sleep(stop % 7)
    child.kill('SIGTERM')
    const [code] = await once(child, 'close')
    expect(code).toBe(0)
    expect(await countOf('sending'), 'nobody leaves in the middle of one').toBe(0)
  }
  await startProcess()
  await expect.poll(() => countOf('accepted', 'patient'), { timeout: 240_000 }).toBe(mails)
  worker?.kill('SIGKILL')
  expect(new Set(receivers('patient')).size).toBe(mails)
  expect(receivers('patient')).toHaveLength(mails)
  expect(await countOf('unconfirmed')).toBe(0)
}, 600_000)

// Shows: R03
test(`${mails} mails leave although who sends them is killed ${kills} times: none twice, none lost`, async () => {
  await queueMails('person')
  for (let kill = 0; kill < kills; kill++) {
    const child = await startProcess()
    const before = sink.messages.length
    if ((await countOf('queued')) > 0) await isAtWork(before)
    await sleep(kill % 7)
    child.kill('SIGKILL')
    await once(child, 'close')
  }
  await startProcess()
  await expect.poll(() => countOf('queued'), { timeout: 240_000, interval: 250 }).toBe(0)
  worker?.kill('SIGKILL')
  // As if the time of every claim had passed.
  const late = `update messages set sending_until = now() - interval '1 second' where status = 'sending'`
  await database.write(broker, (conn) => conn.query(late))
  const { signal } = new AbortController()
  const job = { database, config: testConfig(), clock: systemClock, signal, isLastAttempt: false }
  await settleMessages.run(job, {})
  const [sent, unconfirmed] = [
    await countOf('accepted', 'person'),
    await countOf('unconfirmed', 'person'),
  ]
  const delivered = receivers('person')
  console.log(JSON.stringify({ mails, kills, sent, unconfirmed, delivered: delivered.length }))
  expect(sent + unconfirmed).toBe(mails)
  expect(unconfirmed).toBeLessThanOrEqual((kills + 1) * AT_ONCE)
  expect(new Set(delivered).size, 'nobody gets one twice').toBe(delivered.length)
  expect(delivered.length).toBeGreaterThanOrEqual(sent)
}, 600_000)
