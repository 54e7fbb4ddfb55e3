import { createHmac, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Client } from '#tests/support/client.ts'
import { makeWorld, type World } from '#tests/support/world.ts'

let world: World
let client: Client
beforeAll(async () => {
  world = await makeWorld()
  client = await world.as('user')
})
afterAll(() => world.close())

const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')

/** The claims of a real token, some of them changed, signed with whatever key. */
function forged(changes: object, header: object = { alg: 'HS256' }, key?: Buffer): string {
  const [, body = ''] = (client.authorization ?? '').split('.')
  const claims = JSON.parse(Buffer.from(body, 'base64url').toString())
  const said = `${part(header)}.${part({ ...claims, ...changes })}`
  const secret = key ?? world.config.secrets.session
  return `${said}.${createHmac('sha256', secret).update(said).digest('base64url')}`
}

/** With the cookie of the session it claims to be. */
async function statusOf(token: string): Promise<number> {
  const cookie = [...client.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const headers = { authorization: `JWT ${token}`, cookie }
  return (await client.send({ method: 'GET', url: '/api/v1/user', headers })).status
}

// Shows: V7.2.1, V9.1.1
test('a token made with the key itself is taken, so that the others fail for their own reason', async () => {
  expect(await statusOf(forged({}))).toBe(200)
})

const other = Buffer.alloc(32, 7)
const past = Math.floor(Date.now() / 1000) - 3600
const publicKey = { jwk: { kty: 'oct', k: other.toString('base64url') } }

// Shows: T05, V9.1.1, V9.1.2, V9.1.3, V9.2.1, V9.2.2, V9.2.3, V9.2.4
test.each<[string, () => string]>([
  ['signed with another key', () => forged({}, { alg: 'HS256' }, other)],
  ['that brings its own key', () => forged({}, { alg: 'HS256', ...publicKey }, other)],
  [
    'that says where its key is',
    () => forged({}, { alg: 'HS256', jku: 'https://x.example' }, other),
  ],
  ['signed by nobody', () => `${forged({}, { alg: 'none' }).split('.').slice(0, 2).join('.')}.`],
  ['of another algorithm', () => forged({}, { alg: 'HS512' })],
  ['past its time', () => forged({ exp: past })],
  ['for another audience', () => forged({ aud: 'elsewhere' })],
  ['of another kind', () => forged({ typ: 'reset' })],
  ['of another session', () => forged({ sid: randomUUID() })],
  ['of another person', () => forged({ sub: String(world.userIds.padmin) })],
])('a token %s opens nothing', async (_, token) => {
  expect([401, 469, 470]).toContain(await statusOf(token()))
})
