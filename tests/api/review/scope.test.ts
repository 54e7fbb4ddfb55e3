import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Database, openDatabase, type Scope } from '#server/kit/database/database.ts'
import { makeWorld, type World } from '#tests/support/world.ts'

// One connection, used for one organisation after the other: whatever fails in between, nobody may
// find the scope or the transaction of somebody else on it.
let world: World
let single: Database
const WHO = `select current_setting('app.organisation_id', true) as organisation,
  pg_backend_pid() as pid, now() = statement_timestamp() as is_alone`
interface ConnectedOffice {
  organisation: string
  pid: number
  is_alone: boolean
}

beforeAll(async () => {
  world = await makeWorld()
  single = openDatabase({ url: world.appUrl, max: 1 })
})
afterAll(async () => {
  await single.close()
  await world.close()
})

const of = (organisation_id: number): Scope => ({ organisation_id, user_id: 1 })
// The database refuses to set a text with NUL, which stands for any failure of the setting.
const refused = { organisation_id: '\u0000' as unknown as number, user_id: 1 }
const who = (scope: Scope, verb: 'read' | 'write' = 'read') =>
  single[verb](scope, (conn) => conn.query<ConnectedOffice>(WHO)).then((rows) => rows[0])

test.each(['read', 'write'] as const)(
  'a %s whose scope cannot be set does nothing',
  async (verb) => {
    expect((await who(of(1)))?.organisation).toBe('1')
    await expect(who(refused, verb)).rejects.toThrow()
    expect((await who(of(1)))?.organisation).toBe('1')
    expect((await who(of(2), 'write'))?.organisation).toBe('2')
  },
)

test('what a refused scope wrote is undone', async () => {
  await who(of(1))
  const writing = single.write(refused, (conn) =>
    conn.query("insert into roles (name) values ('Written in nobody’s scope')"),
  )
  await expect(writing).rejects.toThrow()
  const rows = await single.read(of(1), (conn) =>
    conn.query("select 1 from roles where name = 'Written in nobody’s scope'"),
  )
  expect(rows).toEqual([])
})

test('a failure between pipelined statements leaves no transaction open', async () => {
  const failing = single.write(of(1), (conn) =>
    Promise.all([
      conn.query('select 1'),
      conn.query('select 1 / 0'),
      conn.query("insert into roles (name) values ('Half')"),
    ]),
  )
  await expect(failing).rejects.toThrow('division by zero')
  const after = await who(of(2))
  expect(after).toMatchObject({ organisation: '2', is_alone: true })
  const rows = await single.read(of(2), (conn) =>
    conn.query("select 1 from roles where name = 'Half'"),
  )
  expect(rows).toEqual([])
})

// Shows: V16.5.3
test('a failure that a handler swallowed is no success', async () => {
  const swallowing = single.write(of(1), async (conn) => {
    await conn.query("insert into roles (name) values ('Swallowed')")
    await conn.query('select 1 / 0').catch(() => undefined)
    return 'done'
  })
  await expect(swallowing).rejects.toThrow()
})

test('a statement that was cancelled leaves the connection as it should be', async () => {
  const pid = (await who(of(1)))?.pid
  const owner = new pg.Client({ connectionString: world.appUrl })
  await owner.connect()
  const sleeping = single.write(of(2), (conn) => conn.query('select pg_sleep(3)'))
  const cancelled = new Promise((resolve) => setTimeout(resolve, 150)).then(() =>
    owner.query('select pg_cancel_backend($1)', [pid]),
  )
  await expect(sleeping).rejects.toThrow()
  await cancelled
  await owner.end()
  expect(await who(of(1))).toMatchObject({ organisation: '1', is_alone: true })
})

test('a connection that was ended is not used again', async () => {
  const pid = (await who(of(1)))?.pid
  const owner = new pg.Client({ connectionString: world.appUrl })
  await owner.connect()
  await owner.query('select pg_terminate_backend($1)', [pid])
  await owner.end()
  await who(of(2)).catch(() => undefined)
  expect(await who(of(2))).toMatchObject({ organisation: '2', is_alone: true })
})

test('a lock that stays taken is told as such, and nothing is done', async () => {
  await world.owner.query('select pg_advisory_lock(4711)')
  const waiting = single.write(
    of(1),
    (conn) => conn.query("insert into roles (name) values ('Waited')"),
    'select pg_advisory_xact_lock(4711);',
  )
  await expect(waiting).rejects.toMatchObject({ code: '55P03' })
  await world.owner.query('select pg_advisory_unlock(4711)')
  const rows = await single.read(of(1), (conn) =>
    conn.query("select 1 from roles where name = 'Waited'"),
  )
  expect(rows).toEqual([])
})

test('a statement sent after its transaction has ended is refused', async () => {
  let kept: { query(text: string): Promise<unknown> } | undefined
  await single.write(of(1), async (conn) => {
    kept = conn
  })
  await expect(async () => kept?.query('select 1')).rejects.toThrow()
})
