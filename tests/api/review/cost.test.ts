import { afterAll, beforeAll, expect, test } from 'vitest'
import { cleanUpIdentity } from '#server/identity/clean-up-job.ts'
import { hashing } from '#server/identity/password-hash.ts'
import { type Client, withKey } from '#tests/support/client.ts'
import { testConfig } from '#tests/support/config.ts'
import { linkTo } from '#tests/support/mailed-link.ts'
import { makeWorld, type World } from '#tests/support/world.ts'

// What anybody on the internet may ask for must cost little, and nothing may grow for ever.
let world: World
let guest: Client
const password = 'seven slow wētā in a woodpile'

beforeAll(async () => {
  world = await makeWorld()
  guest = world.guest()
  await guest.get('/options')
})
afterAll(() => world.close())

test('a link that was never sent costs no password hash', async () => {
  const before = hashing.done
  const made_up = { token: 'x'.repeat(43), password, password_confirm: password }
  expect((await guest.post('/user/confirm', made_up)).status).toBe(469)
  expect(hashing.done).toBe(before)
})

test('the reference of the API is one page, with a mark of its own each time', async () => {
  const pages = [(await guest.get('/reference')).text, (await guest.get('/reference')).text]
  const nonces = pages.map((page) => /nonce="([^"]+)"/.exec(page)?.[1] ?? '')
  expect(new Set(nonces).size).toBe(2)
  const [first, second] = pages.map((page, place) => page.replaceAll(nonces[place] ?? '', ''))
  expect(first).toBe(second)
})

test('recorded answers are forgotten after a day', async () => {
  const user = await world.as('user')
  await user.put('/customer', { name: 'Recorded' }, withKey())
  const count = async () => {
    const { rows } = await world.database.read(
      { organisation_id: null, user_id: world.userIds.user },
      async (conn) => ({ rows: await conn.query('select 1 from idempotency_keys') }),
    )
    return rows.length
  }
  const run = (hours: number) =>
    cleanUpIdentity.run(
      {
        database: world.database,
        config: testConfig(),
        clock: { now: () => new Date(Date.now() + hours * 3_600_000) },
        signal: new AbortController().signal,
        isLastAttempt: false,
      },
      {},
    )
  await run(23)
  expect(await count()).toBe(1)
  await run(25)
  expect(await count()).toBe(0)
})

test('two people who confirm the same username at once: one gets it', async () => {
  const tokens: string[] = []
  for (const name of ['hana', 'hone']) {
    const email = `${name}@example.co.nz`
    const typed = { email, username: 'kotare', terms_agreed: true }
    await guest.put('/user', typed)
    tokens.push(await linkTo(world, email))
  }
  const chosen = { password, password_confirm: password }
  const replies = await Promise.all(
    tokens.map((token) => guest.post('/user/confirm', { token, ...chosen })),
  )
  expect(replies.map((reply) => reply.status).sort()).toEqual([200, 464])
})
