import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDatabase } from '#server/kit/database/database.ts'
import { queueMail } from '#server/mail/queue-mail.ts'
import { callAmong } from '#tests/support/balancer.ts'
import { query } from '#tests/support/cluster.ts'
import { testConfig } from '#tests/support/config.ts'
import { demoPassword } from '#tests/support/demo-database.ts'
import { type HttpClient, signInOver } from '#tests/support/http-client.ts'
import type { ServerProcess } from '#tests/support/server-process.ts'
import { type SmtpSink, startSmtpSink } from '#tests/support/smtp-sink.ts'
import { startTwoServers, type TwoServers } from '#tests/support/two-servers.ts'
import { anyPdf } from '#tests/support/upload.ts'

// Two servers behind one address: whoever is sent to the other one with the next click notices
// nothing, and whichever dies takes nothing along.
let sinks: [SmtpSink, SmtpSink]
let both: TwoServers
let manager: HttpClient
let there: HttpClient
/** The one that is left after the others went. */
let last: ServerProcess

beforeAll(async () => {
  sinks = await Promise.all([startSmtpSink(), startSmtpSink()])
  // A mail server each, so that it is known which of them has sent something.
  both = await startTwoServers({ SMTP_URL: sinks[0].url }, { SMTP_URL: sinks[1].url })
  manager = await signInOver(both.servers[0].url, 'manager', demoPassword)
  there = manager.at(both.servers[1].url)
})
afterAll(async () => {
  await both.stop()
  await Promise.all(sinks.map((sink) => sink.stop()))
})

test('a session of one holds at the other and ends at both at once', async () => {
  const here = await signInOver(both.servers[0].url, 'accounting', demoPassword)
  const other = here.at(both.servers[1].url)
  // Asked often, so that both remember it.
  for (const client of [here, other, here, other]) {
    expect((await client.get('/customers?limit=1')).status).toBe(200)
  }
  expect((await here.send('POST', '/user/signout', {})).status).toBeLessThan(300)
  expect((await other.get('/customers?limit=1')).status).toBe(401)
})

test('what is wrong at one counts at the other', async () => {
  const answers: number[] = []
  for (let count = 0; count < 14; count++) {
    const { url } = both.servers[count % 2 === 0 ? 0 : 1]
    const wrong = signInOver(url, 'user', `not the password ${count}`)
    answers.push(await wrong.then(() => 200, statusOf))
  }
  expect(answers.slice(0, 5)).toEqual([401, 401, 401, 401, 401])
  expect(answers.slice(-2)).toEqual([429, 429])
})

test('what is created at one is counted at the other with the next list', async () => {
  for (let count = 0; count < 5; count++) {
    const [from, to] = count % 2 === 0 ? [manager, there] : [there, manager]
    const before = await totalOf(to)
    await createCustomer(from, `Counted ${count}`)
    expect(await totalOf(to)).toBe(before + 1)
  }
})

test('numbers given at both at once are never the same, and without gaps where they may have none', async () => {
  const made = await Promise.all(
    Array.from({ length: 24 }, (_, place) =>
      createCustomer(place % 2 === 0 ? manager : there, `Numbered ${place}`),
    ),
  )
  expect(new Set(made.map(({ customer_number }) => customer_number)).size).toBe(24)
  const goodwill = {
    kind: 'goodwill',
    side: 'credit',
    reason: 'Sorry for the wait',
    amount: '5.00',
  }
  const booked = await Promise.all(
    made.map(({ id }, place) =>
      retried(
        place % 2 === 0 ? there : manager,
        '/adjustment',
        { customer_id: id, ...goodwill },
        randomUUID(),
      ),
    ),
  )
  expect(booked.map(({ status }) => status)).toEqual(made.map(() => 201))
  const given = booked
    .map(({ body }) => Number(/\d+$/.exec(body.data.adjustment_number)?.[0]))
    .toSorted(byValue)
  const first = given[0] ?? 0
  expect(given).toEqual(given.map((_, place) => first + place))
})

test('a page locked at one is locked at the other, and its file is there too', async () => {
  const customer = await createCustomer(manager, 'Locked')
  const path = { object_path: `/app/customer/edit?id=${customer.id}` }
  expect((await manager.send('PUT', '/datalock', path)).status).toBe(201)
  const other = await signInOver(both.servers[1].url, 'admin', demoPassword)
  expect((await other.send('PUT', '/datalock', path)).status).toBe(409)

  const file = anyPdf('agreement.pdf')
  const form = new FormData()
  form.set('content', new Blob([new Uint8Array(file.bytes)]), file.name)
  const kept = await manager.send('PUT', '/file', form)
  expect(kept.status, JSON.stringify(kept.body)).toBe(201)
  const opened = await there.send('POST', `/file/${kept.body.data.id}/download`, {})
  expect(opened.status).toBe(200)
  expect(opened.body).toBe(file.bytes.toString('utf8'))
})

/** Whom mails have reached, through the one server and through the other. */
const reached = () => sinks.map(({ messages }) => messages.flatMap(({ to }) => to))

// Shows: R03
test('what is due is done once, though both servers are at it', async () => {
  const people = Array.from({ length: 60 }, (_, place) => `person${place}@example.co.nz`)
  const database = openDatabase({ url: both.appUrl, max: 1 })
  const nobody = { organisation_id: null, user_id: null }
  const letter = { subject: 'Kia ora', text: 'Tēnā koe' }
  await database.write(nobody, async (conn) => {
    for (const to of people) {
      await queueMail({ config: testConfig() }, conn, { to, key: `due to ${to}`, ...letter })
    }
  })
  await database.close()
  const all = () => reached().flat().length
  await expect.poll(all, { timeout: 30_000 }).toBeGreaterThanOrEqual(people.length)
  // One that is done twice may still be on its way the second time.
  const open = `select count(*)::int as count from pgboss.job
    where name = 'send-mail' and state in ('created', 'retry', 'active')`
  const waiting = async () => (await query<{ count: number }>(both.ownerUrl, open)).rows[0]?.count
  await expect.poll(waiting, { timeout: 20_000 }).toBe(0)
  const [here, other] = reached()
  expect([...(here ?? []), ...(other ?? [])].toSorted()).toEqual(people.toSorted())
  expect(Math.min(here?.length ?? 0, other?.length ?? 0), 'each has its share').toBeGreaterThan(0)
}, 60_000)

test.runIf(process.env.HEAVY)(
  'what the clock calls for is asked for once, not by each',
  async () => {
    const asked = () =>
      query<{ name: string; times: number; minutes: number }>(
        both.ownerUrl,
        `select name, count(*)::int as times,
         count(distinct date_trunc('minute', created_on))::int as minutes
       from pgboss.job where name = 'settle-messages' group by name`,
      )
    const minutes = async () => (await asked()).rows[0]?.minutes ?? 0
    await expect.poll(minutes, { timeout: 200_000, interval: 1000 }).toBeGreaterThanOrEqual(2)
    expect((await asked()).rows[0]?.times).toBe(await minutes())
  },
  240_000,
)

// The queue notices after some twenty seconds that a worker is gone.
test.runIf(process.env.HEAVY)(
  'the job of a server that is killed is finished by the other, once',
  async () => {
    const [dying, staying] = both.servers
    staying.signal('SIGSTOP')
    const owner = new pg.Client({ connectionString: both.ownerUrl })
    await owner.connect()
    const { rows } = await owner.query("select email from users where username = 'user'")
    await owner.query('begin; lock table mails in share row exclusive mode')
    const asked = await manager.send('POST', '/password/reset', { email: rows[0].email })
    expect(asked.status).toBe(202)
    const states = async () => {
      const jobs = `select state::text from pgboss.job where name = 'mail-reset-link'`
      return (await query<{ state: string }>(both.ownerUrl, jobs)).rows.map(({ state }) => state)
    }
    await expect.poll(states, { timeout: 10_000, interval: 20 }).toEqual(['active'])
    dying.signal('SIGKILL')
    await dying.exited
    staying.signal('SIGCONT')
    await owner.end()
    await expect.poll(states, { timeout: 60_000, interval: 250 }).toEqual(['completed'])
    const mails = `select count(*)::int as count from mails where unique_key like 'reset %'`
    expect((await query<{ count: number }>(both.ownerUrl, mails)).rows[0]?.count).toBe(1)
    both.servers[0] = await both.another()
    manager = there.at(both.servers[0].url)
  },
  120_000,
)

// Shows: R04
test.each([
  ['the first', 0],
  ['the second', 1],
] as const)(
  '%s of them is killed while both write: the other goes on, and everything is there once',
  async (_which, place) => {
    const dying = both.servers[place]
    const staying = [manager, there][1 - place] as HttpClient
    const before = await totalOf(staying)
    const kept = new Set<string>()
    const writing = Array.from({ length: 4 }, async (_, writer) => {
      // Two of them write at each.
      const begun = writer % 2 === 0 ? manager : there
      for (let count = 0; count < 15; count++) {
        const body = { name: `Written at ${place} by ${writer}, ${count}` }
        const key = randomUUID()
        // Whoever got no answer asks the other one the same again.
        const first = await begun.send('PUT', '/customer', body, key).catch(() => null)
        const reply = first ?? (await retried(staying, '/customer', body, key))
        expect(reply.status, JSON.stringify(reply.body)).toBe(201)
        kept.add(body.name)
        if (kept.size === 20) dying.signal('SIGKILL')
      }
    })
    await Promise.all(writing)
    expect(kept.size).toBe(60)
    expect(await totalOf(staying)).toBe(before + 60)
    await dying.exited
    if (place === 0) {
      both.servers[0] = await both.another()
      manager = there.at(both.servers[0].url)
    }
  },
)

/**
 * As a browser does: the same key is still at work at the server that died, for a moment, and one that
 * has too much to do says that it is to be asked again.
 */
async function retried(client: HttpClient, path: string, body: object, key: string) {
  for (let tries = 1; ; tries++) {
    const reply = await client.send('PUT', path, body, key)
    if (![409, 503].includes(reply.status) || tries > 20) return reply
    await sleep(250)
  }
}

// A server that is asked to stop lets everybody finish: whoever looks at /readyz, as a load balancer
// does, loses no call.
const rounds = process.env.HEAVY ? 20 : 1
const calls = 2000

// Shows: R21, V1.4.3
test(`${rounds} times a server is asked to stop among ${calls} calls: none is cut, and it is gone in time`, async () => {
  let [leaving, staying] = [await both.another(), both.servers[0]]
  for (let round = 1; round <= rounds; round++) {
    let begunAt = 0
    const { answered, cut } = await callAmong([leaving, staying], {
      calls,
      callers: 20,
      inTheMiddle: () => {
        begunAt = performance.now()
        leaving.signal('SIGTERM')
      },
    })
    const { code } = await leaving.exited
    expect(code).toBe(0)
    expect(performance.now() - begunAt).toBeLessThan(10_000)
    expect(cut).toEqual([])
    expect(new Set(answered.map(({ status }) => status))).toEqual(new Set([200]))
    // Those who called meanwhile were told not to come back by the same connection.
    expect(answered.some(({ closes }) => closes)).toBe(true)
    if (round < rounds) [leaving, staying] = [staying, await both.another()]
    else leaving = staying
  }
  last = leaving
}, 600_000)

test('a database host that falls silent is told within ten seconds, and forgotten when it is back', async () => {
  const signedIn = await signInOver(last.url, 'manager', demoPassword)
  const answers: string[] = []
  const status = async () => {
    const asked = performance.now()
    const signal = AbortSignal.timeout(15_000)
    const reply = await fetch(`${last.url}/readyz`, { signal }).catch((error: Error) => error)
    const said = reply instanceof Error ? `${reply.message} (${reply.cause})` : reply.status
    answers.push(`${said} after ${Math.round(performance.now() - asked)} ms`)
    return said
  }
  expect(await status()).toBe(200)
  both.wire.silence()
  const begun = performance.now()
  expect(await status(), answers.join(', ')).toBe(503)
  expect(performance.now() - begun).toBeLessThan(10_000)
  expect((await signedIn.get('/customers?limit=1')).status).toBe(503)
  both.wire.mend()
  for (let tries = 0; tries < 20 && (await status()) !== 200; tries++) await sleep(500)
  expect(answers.at(-1), answers.join(', ')).toMatch(/^200 /)
  expect((await signedIn.get('/customers?limit=1')).status).toBe(200)
})

async function createCustomer(client: HttpClient, name: string) {
  const body = { name }
  const reply = await client.send('PUT', '/customer', body)
  expect(reply.status, JSON.stringify(reply.body)).toBe(201)
  return reply.body.data as { id: number; customer_number: string }
}

async function totalOf(client: HttpClient): Promise<number> {
  return (await client.get('/customers?limit=1')).body.info.total
}

const byValue = (a: number, b: number) => a - b

function statusOf(error: Error): number {
  return error.message.includes('too many') ? 429 : 401
}
