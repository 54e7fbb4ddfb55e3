import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildApp } from '#server/app.ts'
import { hashing } from '#server/identity/password-hash.ts'
import { type Client, makeClient } from '#tests/support/client.ts'
import { testConfig } from '#tests/support/config.ts'
import { type CountingDatabase, countingDatabase } from '#tests/support/counting-database.ts'
import { makeWorld, type World } from '#tests/support/world.ts'

// What is done for an address or a name must not tell whether it is known: the same statements in
// the same order, and as many hashes. Counted and not timed, so that a busy machine proves nothing.
let world: World
let app: Awaited<ReturnType<typeof buildApp>>
let counted: CountingDatabase
let client: Client

beforeAll(async () => {
  world = await makeWorld()
  counted = countingDatabase(world.database)
  app = await buildApp({ config: testConfig(), database: counted.database, clock: world.clock })
  client = makeClient(app)
  await client.get('/options')
  // The queue looks a kind of job up once, and remembers it.
  await reset('warm@example.co.nz')
  await register('warm@example.co.nz')
})
afterAll(async () => {
  await app.close()
  await world.close()
})

const reset = (email: string) => client.post('/password/reset', { email })
const register = (email: string) => client.put('/user', { email, terms_agreed: true })
const signIn = (username: string) => client.post('/user/signin', { username, password: 'wrong' })

async function workOf(asking: Promise<{ status: number; text: string }>) {
  counted.taken()
  const hashes = hashing.done
  const { status, text } = await asking
  const answer = text.replace(/"reference":"[^"]*"/, '')
  return { status, answer, statements: counted.taken(), hashes: hashing.done - hashes }
}

// Shows: T04, R31, V6.3.8
test.each([
  ['a reset of the password', reset],
  ['a registration', register],
  ['a sign-in', signIn],
])('%s is the same work for a known address and for an unknown one', async (_, ask) => {
  const known = await workOf(ask('manager@example.co.nz'))
  const unknown = await workOf(ask('nobody@example.co.nz'))
  expect(known.statements.length).toBeGreaterThan(0)
  expect(unknown).toEqual(known)
})
