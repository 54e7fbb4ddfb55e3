import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { entities } from '#domain/entities.ts'
import { keyOf } from '#domain/kit/call.ts'
import { openApi } from '#server/kit/http/openapi.ts'
import type { Route } from '#server/kit/http/route.ts'
import { routes } from '#server/routes.ts'
import { booksHold, newCustomer, sentInvoice } from '#tests/support/billing.ts'
import type { Client } from '#tests/support/client.ts'
import { bodyOf, type Described } from '#tests/support/described-body.ts'
import { makeRow } from '#tests/support/fitting.ts'
import { connected, type ReadyDebits, readyDebits } from '#tests/support/ready-debits.ts'
import { seed } from '#tests/support/seed.ts'
import { storedRows } from '#tests/support/stored-rows.ts'
import { makeWorld, scope, type World } from '#tests/support/world.ts'

// Requests that no honest client sends, made from what the API says of itself: bodies that fit, and
// then a part of them broken. Whatever comes in, the server answers in the catalogue's words, keeps
// running, and its books add up.
const runs = process.env.HEAVY ? 10_000 : 2000
const people = ['user', 'accounting', 'manager', 'admin', 'padmin', 'other', 'loner'] as const
const AT_ONCE = 250

let world: World
let debits: ReadyDebits
const clients: Client[] = []

beforeAll(async () => {
  debits = await readyDebits()
  world = await makeWorld({ gocardless: debits.settings })
  const admin = await world.as('admin')
  await connected(admin)
  // Something to break: rows of every kind, and money on its way.
  for (const entity of entities) await makeRow(admin, entity).catch(() => undefined)
  for (const store of Object.values(storedRows)) await store(world, 0, admin)
  for (let n = 0; n < 3; n++) {
    const { id } = await newCustomer(admin)
    await sentInvoice(admin, id)
    const payment = { customer_id: id, amount_incl_gst: '50.00', payment_date: '2026-11-02' }
    expect((await admin.put('/invoicepayment', payment)).status).toBe(201)
  }
}, 120_000)
afterAll(async () => {
  await world.close()
  await debits.close()
})

/** Some of what is sent signs somebody out, and some of it is refused for a while. */
async function comeIn(): Promise<void> {
  for (const [place, person] of people.entries())
    clients[place] = await world.as(person).catch(() => clients[place] ?? world.guest())
  clients[people.length] = world.guest()
}

const odd = fc.oneof(
  fc.constantFrom<unknown>(
    null,
    true,
    0,
    -1,
    1e308,
    2 ** 53,
    '',
    ' ',
    '\u0000',
    'a\u0000b',
    '\ud800',
    '\u202eevil',
    'Māori ﷽ 🇳🇿',
    "'; drop table customers; --",
    '#{7*7}{{7*7}}',
    '<script>alert(1)</script>',
    '../../etc/passwd',
    '2026-02-30',
    '0000-00-00',
    '9999-12-31',
    '1e400',
    'NaN',
    '99999999999999999999',
    'x'.repeat(20_000),
    [],
    {},
    [[[[[[]]]]]],
    { __proto__: null, constructor: { prototype: {} } },
  ),
  fc.anything({ maxDepth: 3, withNullPrototype: false }),
  fc.string({ unit: 'binary', maxLength: 50 }),
)

interface Document {
  paths: Record<string, Record<string, { requestBody?: Body; parameters?: Parameter[] }>>
  components: { schemas: Record<string, Described> }
}
interface Body {
  content: Record<string, { schema: Described }>
}
interface Parameter {
  name: string
  schema?: Described
}
// The document is ours, and is proved by its own tests.
const { paths, components } = openApi(routes, 'Switchboard') as unknown as Document

/** What a call takes, in its body or in its address. */
function described({ path, method }: Route): Described {
  const operation = paths[path.replace(/:(\w+)/g, '{$1}')]?.[method.toLowerCase()]
  const content = Object.values(operation?.requestBody?.content ?? {})[0]
  const named = (operation?.parameters ?? [])
    .filter(({ name }) => /^(id|q|\w*_id)$/.test(name))
    .map(({ name, schema }) => [name, schema ?? {}])
  return content?.schema ?? { properties: Object.fromEntries(named) }
}

/** One time in twenty, so that most of them get further than the door. */
const seldom = <T>(what: fc.Arbitrary<T>) =>
  fc.oneof({ weight: 19, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: what })

const strangeKeys = ['__proto__', 'constructor', 'organisation_id', 'status', 'balance_total', 'id']

/** A body that fits, with none, one or a few of its fields broken and some strangers in it. */
function attackOn(route: Route) {
  const schema = described(route)
  const names = Object.keys(schema.properties ?? {})
  const key = fc.oneof(
    fc.constantFrom(...(names.length > 0 ? names : ['id'])),
    fc.constantFrom(...strangeKeys),
    fc.string({ maxLength: 12 }),
  )
  return fc.record({
    route: fc.constant(route),
    // Those who may do much get as far as the work itself.
    who: fc.oneof(fc.nat({ max: people.length }), fc.constantFrom(2, 3, 4)),
    fits: bodyOf(schema, components.schemas),
    broken: fc.oneof(fc.constant({}), fc.dictionary(key, odd, { maxKeys: 3 })),
    key: fc.oneof(fc.uuid(), fc.constant(undefined), fc.string({ maxLength: 250 })),
    raw: seldom(fc.string({ maxLength: 60 })),
    twice: seldom(fc.constant(true)),
    header: seldom(
      fc.tuple(
        fc.constantFrom('authorization', 'x-link-token', 'accept', 'content-type', 'if-none-match'),
        fc.string({ maxLength: 40 }).map(headerSafe),
      ),
    ),
  })
}
const attack = fc.oneof(...routes.map(attackOn))
type Attack = typeof attack extends fc.Arbitrary<infer T> ? T : never

const told = ({ route, who }: Attack, body: string, text: string) =>
  `${keyOf(route)} as ${people[who] ?? 'guest'} ${body.slice(0, 500)}: ${text.slice(0, 300)}`

async function endure(one: Attack): Promise<number> {
  const client = clients[one.who] as Client // `who` is one of the places filled above.
  const body = bodyText(one)
  const began = performance.now()
  const reply = await send(client, one, body)
  const what = told(one, body, reply.text)
  // What is not set up here says so; any other 5xx is a mistake of ours.
  expect(reply.status === 501 ? 0 : reply.status, what).toBeLessThan(500)
  expect(performance.now() - began, what).toBeLessThan(5000)
  if (!/^text\/csv|pdf|zip/.test(String(reply.headers['content-type'])))
    expect(reply.text, what).not.toMatch(/\bat .*\.ts:\d+|syntax error|pg_catalog|select .* from/i)
  if (reply.status >= 400) expect(reply.body, what).toMatchObject({ success: false })
  return reply.status
}

// Shows: T03, T22, R13, V1.2.4, V1.3.3, V1.4.2, V15.3.6, V16.5.1, V16.5.3, V16.5.4
test(`${runs} fuzzed requests get an answer of the catalogue and never a 5xx`, async () => {
  console.log(`SEED=${seed}`)
  let warm = 0
  let done = 0
  for (let place = 0; place < runs; place += AT_ONCE) {
    await comeIn()
    const sampled = fc.sample(attack, { numRuns: AT_ONCE, seed: seed + place })
    for (const one of sampled) if ((await endure(one)) < 300) done += 1
    // Compiled code and filled caches are no leak.
    if (place < runs / 4) warm = process.memoryUsage().rss
  }
  const grown = (process.memoryUsage().rss - warm) / 1024 / 1024
  console.log(`${done} of ${runs} done, ${grown.toFixed(0)} MB more`)
  // Bodies that were all refused at the door would show nothing of what lies behind it.
  expect(done / runs).toBeGreaterThan(0.1)
  expect(grown).toBeLessThan(100)
  await scope(world.owner, world.organisations[0])
  const { rows } = await world.owner.query<{ id: string }>('select id from customers')
  for (const { id } of rows) await booksHold(world, Number(id))
}, 1_800_000)

function bodyText({ fits, broken, raw, twice }: Attack): string {
  if (raw !== undefined) return raw
  const whole = { ...(typeof fits === 'object' ? fits : {}), ...broken }
  const text = safeJson(whole)
  // The same name twice: whichever counts, it is one of them.
  return twice && text.startsWith('{"') ? `${text.slice(0, -1)},${text.slice(1)}` : text
}

function send(client: Client, { route, key, header, fits, broken }: Attack, payload: string) {
  const [name, value] = header ?? []
  const headers = {
    'content-type': 'application/json',
    ...(client.authorization ? { authorization: client.authorization } : {}),
    'x-csrf-token': client.cookies.get('csrf_token') ?? '',
    cookie: [...client.cookies].map(([cookie, is]) => `${cookie}=${is}`).join('; '),
    ...(key === undefined ? {} : { 'idempotency-key': headerSafe(key) }),
    ...(name === undefined ? {} : { [name]: value ?? '' }),
  }
  const url = `/api/v1${route.path.replace(/:\w+/g, '1')}`
  if (route.method !== 'GET') return client.send({ method: route.method, url, payload, headers })
  const query = asQuery({ ...(typeof fits === 'object' ? fits : {}), ...broken })
  return client.send({ method: 'GET', url, query, headers })
}

function asQuery(body: object): Record<string, string> {
  return Object.fromEntries(
    Object.entries(body).map(([name, value]) => [
      name.toWellFormed(),
      (typeof value === 'string' ? value : safeJson(value)).toWellFormed().slice(0, 2000),
    ]),
  )
}

function safeJson(value: unknown): string {
  try {
    return (
      JSON.stringify(value, (_key, inner) => (typeof inner === 'bigint' ? `${inner}` : inner)) ??
      'null'
    )
  } catch {
    return '{}'
  }
}

function headerSafe(text: string): string {
  return text.replace(/[^\x20-\x7e]/g, '?')
}
