import { afterAll, beforeAll, expect, test } from 'vitest'
import { routes } from '#server/routes.ts'
import { makeWorld, type World } from '#tests/support/world.ts'

let world: World
beforeAll(async () => {
  world = await makeWorld()
})
afterAll(() => world.close())

const words = ['user', 'password', 'token', 'apikey', 'datalock', 'membership', 'role']
const own = routes.filter((entry) =>
  [...words, 'organisation', 'userconfig', 'userpermission', 'option', 'geoinfo'].some((word) =>
    entry.path.startsWith(`/${word}`),
  ),
)

const names = [
  'id',
  'ids',
  'version',
  'username',
  'username_confirm',
  'password',
  'password_confirm',
  'password_old',
  'email',
  'totp',
  'token',
  'api_key',
  'reason',
  'object_path',
  'name',
  'value',
  'role_name',
  'role_ids',
  'user_id',
  'organisation_id',
  'terms_agreed',
  'take_over',
  'list_name',
  'label',
  'firstname',
]
const hostile: unknown[] = [
  'a\u0000b long enough',
  '\ud800 lone surrogate',
  '‮right to left',
  "'; drop table users; --",
  { nested: { $ne: null } },
  ['array'],
  -1,
  9_007_199_254_740_993,
  1e308,
  true,
  null,
  '',
  'x'.repeat(70_000),
]

test('no hostile value in any field of these calls makes the server stumble', async () => {
  const padmin = await world.as('padmin')
  const guest = world.guest()
  await guest.get('/options')
  const fallen: string[] = []
  for (const { method, path } of own) {
    if (path === '/user/signout') continue
    for (const value of hostile) {
      for (const client of [padmin, guest]) {
        const body = Object.fromEntries(names.map((name) => [name, value]))
        for (const sent of [body, ...names.map((name) => ({ ...plausible, [name]: value }))]) {
          const reply = await (method === 'GET'
            ? client.get(path, textOnly(sent))
            : { PUT: client.put, POST: client.post, DELETE: client.delete }[method](path, sent))
          if (reply.status >= 500) fallen.push(`${method} ${path} ${JSON.stringify(sent)}`)
        }
      }
    }
  }
  expect([...new Set(fallen.map((line) => line.slice(0, 160)))]).toEqual([])
}, 240_000)

const plausible = { id: 999_999, version: 1 }

function textOnly(sent: object): Record<string, string> {
  return Object.fromEntries(
    Object.entries(sent).map(([name, value]) => [
      name,
      String(JSON.stringify(value)).slice(0, 500),
    ]),
  )
}

test.each([
  ['POST', '/user/signin', { username: 'a\u0000b', password: 'x' }],
  ['POST', '/user/signin', { username: '\ud800', password: '\u0000\ud800' }],
  ['POST', '/token', { username: 'a\u0000b', password: 'x' }],
  ['PUT', '/membership', { username: 'a\u0000b', role_name: 'user' }],
  ['POST', '/userconfig/save', { name: 'a', value: 'a\u0000b' }],
  ['POST', '/userconfig/save', { name: 'a', value: { 'k\u0000': ['\ud800'] } }],
  ['PUT', '/userconfig', { name: 'b', value: '\udfff' }],
  ['PUT', '/organisationconfig', { name: 'set', value: { deep: ['\u0000'] } }],
  ['POST', '/user/impersonate', { id: 1, username_confirm: 'x', reason: 'because \u0000 of this' }],
  ['PUT', '/user', { username: 'abc\u0000', email: 'a@example.co.nz', terms_agreed: true }],
] as const)('%s %s answers %j with a refusal, not with an error', async (method, path, body) => {
  const client = await world.as('padmin')
  const reply = await (method === 'PUT' ? client.put(path, body) : client.post(path, body))
  expect(reply.status).toBeLessThan(500)
  expect(reply.status).toBeGreaterThanOrEqual(400)
})
