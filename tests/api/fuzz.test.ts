import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { entities } from '#domain/entities.ts'
import { keyOf } from '#domain/kit/call.ts'
import type { Route } from '#server/kit/http/route.ts'
import { routes } from '#server/routes.ts'
import type { Client } from '#tests/support/client.ts'
import { make } from '#tests/support/make.ts'
import { makeWorld, type World } from '#tests/support/world.ts'

// Requests that no honest client sends, made from every route's own schema. Whatever comes in, the
// server answers in the catalogue's words and keeps running.
const runs = process.env.HEAVY ? 10_000 : 2000
const seed = Number(process.env.SEED ?? Math.floor(Math.random() * 2 ** 31))
const people = ['user', 'accounting', 'manager', 'admin', 'padmin', 'other', 'loner'] as const

let world: World
const clients: Client[] = []

beforeAll(async () => {
  world = await makeWorld()
  for (const person of people) clients.push(await world.as(person))
  clients.push(world.guest())
})
afterAll(() => world.close())

const nasty = fc.oneof(
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

/** A body near what the route expects: its own fields with wrong values, and some strangers. */
function bodyFor(entry: Route): fc.Arbitrary<Record<string, unknown>> {
  const names = fieldNames(entry)
  const valid = entities.find((entity) => entry.path === `/${entity.name}`)
  return fc
    .record({
      start: fc.boolean(),
      mutations: fc.dictionary(
        fc.oneof(
          fc.constantFrom(...(names.length > 0 ? names : ['id'])),
          fc.string({ maxLength: 12 }),
        ),
        fc.oneof(nasty, fc.integer({ min: 1, max: 40 })),
        { maxKeys: 6 },
      ),
    })
    .map(({ start, mutations }) => ({ ...(start && valid ? make(valid) : {}), ...mutations }))
}

function fieldNames(entry: Route): string[] {
  const input: unknown = entry.input
  return input instanceof z.ZodObject ? Object.keys(input.shape) : []
}

const attack = fc
  .record({ route: fc.constantFrom(...routes), who: fc.nat({ max: people.length }) })
  .chain(({ route, who }) =>
    fc.record({
      route: fc.constant(route),
      who: fc.constant(who),
      body: bodyFor(route),
      key: fc.option(fc.string({ maxLength: 250 }), { nil: undefined }),
      raw: fc.option(fc.string({ maxLength: 60 }), { nil: undefined, freq: 20 }),
    }),
  )

test(`${runs} fuzzed requests get an answer of the catalogue and never a 5xx`, async () => {
  console.log(`SEED=${seed}`)
  const before = process.memoryUsage().rss
  const sampled = fc.sample(attack, { numRuns: runs, seed })
  for (const [place, { route, who, body, key, raw }] of sampled.entries()) {
    const client = clients[who] as Client // `who` is one of the places filled above.
    const headers = key === undefined ? {} : { 'idempotency-key': headerSafe(key) }
    const started = performance.now()
    const reply = await send(client, route, body, raw, headers)
    const told = `${place} ${keyOf(route)} ${JSON.stringify(body)?.slice(0, 500)}: ${reply.text.slice(0, 300)}`
    expect(reply.status, told).toBeLessThan(500)
    expect(performance.now() - started, told).toBeLessThan(5000)
    expect(reply.text, told).not.toMatch(/\bat .*\.ts:\d+|syntax error|pg_catalog|select .* from/i)
    if (reply.status >= 400) expect(reply.body, told).toMatchObject({ success: false })
  }
  expect(process.memoryUsage().rss - before).toBeLessThan(250 * 1024 * 1024)
}, 600_000)

function send(
  client: Client,
  route: Route,
  body: Record<string, unknown>,
  raw: string | undefined,
  headers: Record<string, string>,
) {
  if (route.method === 'GET') return client.get(route.path, asQuery(body))
  const path = `/api/v1${route.path}`
  const payload = raw ?? safeJson(body)
  return client.send({
    method: route.method,
    url: path,
    payload,
    headers: {
      'content-type': 'application/json',
      ...(client.authorization ? { authorization: client.authorization } : {}),
      'x-csrf-token': client.cookies.get('csrf_token') ?? '',
      cookie: [...client.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
      ...headers,
    },
  })
}

function asQuery(body: Record<string, unknown>): Record<string, string> {
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
