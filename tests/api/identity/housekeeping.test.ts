import { afterAll, beforeAll, expect, test } from 'vitest'
import { cleanUpIdentity } from '#server/identity/clean-up-job.ts'
import { makeFirstAdmin } from '#server/identity/first-admin.ts'
import { testConfig } from '#tests/support/config.ts'
import { makeWorld, scope, type World } from '#tests/support/world.ts'

let world: World
beforeAll(async () => {
  world = await makeWorld()
})
afterAll(() => world.close())

// Shows: V6.3.2
test('the first platform admin is made from the command line, once', async () => {
  const wanted = { username: 'first', email: 'First@Example.co.nz' }
  const password = await makeFirstAdmin(world.database, wanted)
  expect(password.length).toBeGreaterThanOrEqual(16)
  const client = world.guest()
  const reply = await client.signIn('first', password)
  expect(reply.status).toBe(200)
  expect(reply.body.user).toMatchObject({ user_type: 'padmin', email: 'first@example.co.nz' })
  expect((await client.get('/users')).status).toBe(200)
  await expect(makeFirstAdmin(world.database, wanted)).rejects.toThrow(/already a user/)
  const short = { username: 'ab', email: 'x@example.co.nz' }
  await expect(makeFirstAdmin(world.database, short)).rejects.toThrow(/at least 3 characters/)
})

test('what has had its time is forgotten, and nothing else', async () => {
  const user = await world.as('user')
  await user.put('/datalock', { object_path: '/app/customer/edit?id=1' })
  await world.guest().signIn('user', 'a wrong password')
  const run = (days: number) =>
    cleanUpIdentity.run(
      {
        database: world.database,
        config: testConfig(),
        clock: { now: () => new Date(Date.now() + days * 86_400_000) },
        signal: new AbortController().signal,
        isLastAttempt: false,
      },
      {},
    )
  const counts = async () => {
    const { rows } = await world.owner.query(
      `select (select count(*)::int from attempts) as attempts,
         (select count(*)::int from sessions where user_id = $1) as sessions`,
      [world.userIds.user],
    )
    return rows[0]
  }
  await run(0)
  expect(await counts()).toEqual({ attempts: 2, sessions: 1 })
  expect((await user.get('/user')).status).toBe(200)
  await run(2)
  expect(await counts()).toEqual({ attempts: 0, sessions: 1 })
  await scope(world.owner, world.organisations[0])
  await world.owner.query("update datalocks set renewed_at = now() - interval '2 days'")
  await run(100)
  expect(await counts()).toEqual({ attempts: 0, sessions: 0 })
})
