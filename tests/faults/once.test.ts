import { afterAll, beforeAll, expect, test } from 'vitest'
import { keyOf, type Route } from '#server/kit/route.ts'
import { routes } from '#server/routes.ts'
import { type Client, type Reply, withKey } from '#tests/support/client.ts'
import { readyCall } from '#tests/support/ready-calls.ts'
import { queuedCalls } from '#tests/support/ready-queued.ts'
import { makeWorld, type World } from '#tests/support/world.ts'

// Every call that changes something, asked again and again with one key: it happens once, and every
// answer is the first one.
const atOnce = process.env.HEAVY ? 10 : 4
const recorded = routes.filter(
  (entry) =>
    'write' in entry &&
    (entry.method === 'PUT' || entry.method === 'POST') &&
    entry.replayed !== false,
)

let world: World
let admin: Client
let padmin: Client
let queued: ReturnType<typeof queuedCalls>
const unready: string[] = []

beforeAll(async () => {
  world = await makeWorld()
  admin = await world.as('admin')
  padmin = await world.as('padmin')
  queued = queuedCalls(world)
})
afterAll(() => world.close())

/** Everything that is kept of an effect, whatever it was. */
const TRACES = `select (select count(*) from history)::int + (select count(*) from transactions)::int
  + (select count(*) from mails)::int + (select count(*) from pgboss.job)::int as traces`

async function traces(): Promise<number> {
  const where = { organisation_id: world.organisations[0], user_id: world.userIds.admin }
  const [row] = await world.database.read(where, (conn) => conn.query<{ traces: number }>(TRACES))
  return row?.traces ?? 0
}

function ask(client: Client, entry: Route, body: object, key: Record<string, string> = {}) {
  return entry.method === 'PUT'
    ? client.put(entry.path, body, key)
    : client.post(entry.path, body, key)
}

/** How many traces one call leaves; what is asked twice must leave no more. */
async function costOf(client: Client, entry: Route): Promise<number | null> {
  const body = await readyCall(client, entry, queued)
  if (!body) return null
  const before = await traces()
  const reply = await ask(client, entry, body)
  expect(reply.status, `${keyOf(entry)} ${reply.text}`).toBeLessThan(500)
  return reply.status < 300 ? (await traces()) - before : null
}

function expectAlike(replies: readonly Reply[], told: string): Reply {
  const [first, ...others] = replies.filter((reply) => reply.status !== 409)
  // Who comes while the first one still works may be told to ask again in a moment.
  for (const reply of replies)
    if (reply.status === 409) expect(reply.headers['retry-after'], told).toBe('1')
  if (!first) throw new Error(`Nobody was answered: ${told}`)
  for (const reply of others)
    expect([reply.status, reply.text], told).toEqual([first.status, first.text])
  return first
}

test.each(recorded.map((entry) => [keyOf(entry), entry] as const))(
  '%s happens once under its key',
  async (name, entry) => {
    const isPlatform = entry.policy.from === 'padmin' || entry.target?.scope === 'platform'
    const client = isPlatform ? padmin : admin
    const cost = await costOf(client, entry)
    const body = cost === null ? null : await readyCall(client, entry, queued)
    if (cost === null || !body) {
      unready.push(name)
      return
    }
    const key = withKey()
    const before = await traces()
    const replies = await Promise.all(
      Array.from({ length: atOnce }, () => ask(client, entry, body, key)),
    )
    const first = expectAlike(replies, name)
    expect(first.status, `${name} ${first.text}`).toBeLessThan(300)
    for (let time = 0; time < 2; time += 1) {
      const again = await ask(client, entry, body, key)
      expect([again.status, again.text], name).toEqual([first.status, first.text])
      expect(again.headers['idempotent-replayed'], name).toBe('true')
    }
    expect((await traces()) - before, name).toBe(cost)
    const otherwise = await ask(client, entry, { ...body, said_otherwise: true }, key)
    expect(otherwise.status, `${name} ${otherwise.text}`).toBe(409)
  },
  60_000,
)

test('nearly every call was made ready; the rest is walked through in suites of its own', () => {
  console.log(
    `${recorded.length - unready.length} calls under a key; not here: ${unready.join(', ')}`,
  )
  expect(unready.length).toBeLessThan(recorded.length / 8)
})
