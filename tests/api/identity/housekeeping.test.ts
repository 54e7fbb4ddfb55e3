import { afterAll, beforeAll, expect, test } from 'vitest'
import { cleanUpIdentity } from '#server/identity/clean-up-job.ts'
import { makeFirstAdmin } from '#server/identity/first-admin.ts'
import { testConfig } from '#tests/support/config.ts'
import { jobContext } from '#tests/support/job-context.ts'
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

test('links that are over are forgotten, but for those that still say so', async () => {
  const kinds = ['invitation', 'commissionstatement', 'invoice', 'contract_document', 'unsubscribe']
  await world.owner.query(
    `insert into public_links (token_hash, organisation_id, object_class, object_id, expires_at)
     select sha256(kind::bytea), $1, kind, 1, now() + interval '7 days' from unnest($2::text[]) kind`,
    [world.organisations[0], kinds],
  )
  const left = async (days: number) => {
    const clock = { now: () => new Date(Date.now() + days * 86_400_000) }
    await cleanUpIdentity.run({ ...jobContext(world), clock }, {})
    const { rows } = await world.owner.query<{ object_class: string }>(
      'select object_class from public_links order by id',
    )
    return rows.map(({ object_class }) => object_class)
  }
  expect(await left(96)).toEqual(kinds)
  expect(await left(98)).toEqual(kinds.slice(2))
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
