import { randomBytes, randomUUID } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { type Client, type Reply, withKey } from '#tests/support/client.ts'
import { query, superuserUrl } from '#tests/support/cluster.ts'
import { fillDisk, forgetDisk, smallDisk } from '#tests/support/small-disk.ts'
import { anyPdf, upload } from '#tests/support/upload.ts'
import { makeWorld, scope, type World } from '#tests/support/world.ts'

// Whatever the server or its database has run out of is our trouble: nothing is half done, the caller
// is told to ask again, and gets it once there is room.

const WHY_NOT = 'Only root may mount a disk that is small enough to fill.'
const WHOSE = 'The database is of somebody else, who alone may say where it lies.'
const [filesDisk, tablesDisk] = [smallDisk(256), smallDisk(64_000)]
const cluster = inject('cluster')
let world: World
let user: Client

beforeAll(async () => {
  world = await makeWorld()
  user = await world.as('user')
  await scope(world.owner, world.organisations[0])
})
afterAll(async () => {
  await world.close()
  if (tablesDisk && cluster.dataDir) await forgetDisk(cluster)
  tablesDisk?.remove()
  filesDisk?.remove()
})

function expectTrouble(reply: Reply): void {
  expect(reply.status, reply.text).toBe(503)
  expect(reply.headers['retry-after']).toBeDefined()
  expect(reply.body).toMatchObject({
    success: false,
    code: 503,
    message: expect.stringMatching(/^We can't reach the server just now/),
    reference: expect.stringMatching(/^REF-/),
  })
}

const count = async (table: string, where = 'true') =>
  (await world.owner.query(`select count(*)::int as count from ${table} where ${where}`)).rows[0]
    .count as number

// Shows: R11
test('a full disk under the files: 503, nothing left behind, taken again once there is room', async ({
  skip,
}) => {
  if (!filesDisk) return skip(WHY_NOT)
  const full = await makeWorld({ filesDir: filesDisk.path })
  const client = await full.as('user')
  const big = { name: 'big.pdf', bytes: Buffer.concat([anyPdf().bytes, randomBytes(900_000)]) }
  expectTrouble(await upload(client, big))
  expect(readdirSync(join(filesDisk.path, 'incoming'))).toEqual([])
  expect((await client.get('/files')).status).toBe(260)
  expect((await upload(client, anyPdf())).status).toBe(201)
  await full.close()
})

// Shows: R11
test('a full disk under the database: 503, nothing half done, taken again once there is room', async ({
  skip,
}) => {
  if (!tablesDisk) return skip(WHY_NOT)
  const { dataDir } = cluster
  if (!dataDir) return skip(WHOSE)
  const full = await fillDisk({ ...cluster, dataDir }, await databaseName(), tablesDisk)
  const told = (kind: string) => count('history', `object_class = '${kind}'`)
  const notes = await untilRefused((n, key) =>
    user.put('/note', { subject: `Note ${n}`, text_plain: LONG }, withKey(key)),
  )
  expect([await count('notes'), await told('note')]).toEqual([notes.kept, notes.kept])
  const files = await untilRefused((n, key) =>
    upload(
      user,
      { name: `${n}.pdf`, bytes: Buffer.from(`%PDF-1.7\n% ${n}\n%%EOF\n`) },
      {},
      {
        ...withKey(key),
      },
    ),
  )
  expect([await count('files'), await told('file')]).toEqual([files.kept, files.kept])
  expect(stored()).toHaveLength(files.kept)
  // Reading goes on.
  expect((await user.get('/notes', { limit: 1 })).body.info.total).toBe(notes.kept)
  expect((await user.get('/customers')).status).toBe(260)

  await full.makeRoom()
  const again = await notes.ask()
  expect(again.status, again.text).toBe(201)
  expect((await notes.ask()).body.data.id).toBe(again.body.data.id)
  expect([await count('notes'), await told('note')]).toEqual([notes.kept + 1, notes.kept + 1])
  expect((await files.ask()).status).toBe(201)
  expect(stored()).toHaveLength(files.kept + 1)
  await full.close()
}, 60_000)

const LONG = randomBytes(1400).toString('base64')

/** Asks for more and more: pages that are begun have room for some, and then there is none. */
async function untilRefused(put: (n: number, key: string) => Promise<Reply>) {
  for (let kept = 0; kept < 500; kept++) {
    const key = randomUUID()
    const reply = await put(kept, key)
    if (reply.status === 201) continue
    expectTrouble(reply)
    return { kept, ask: () => put(kept, key) }
  }
  throw new Error('The disk was never full.')
}

const stored = () =>
  readdirSync(world.config.filesDir, { recursive: true, withFileTypes: true }).filter((one) =>
    one.isFile(),
  )

// Shows: R11
test.each([
  ['53100', 'disk full'],
  ['53200', 'out of memory'],
  ['53300', 'too many connections'],
  ['53400', 'a limit of its configuration'],
  ['57000', 'somebody at work on it'],
  ['57014', 'a statement that took too long'],
  ['57P01', 'being stopped'],
  ['57P02', 'a crash'],
  ['57P03', 'not yet up'],
  ['57P05', 'a connection left idle too long'],
  ['58030', 'a disk that fails'],
  ['55P03', 'a lock that stayed taken'],
  ['25006', 'a database that may only be read'],
])('what PostgreSQL calls %s, %s, is 503 and leaves nothing', async (state) => {
  await world.owner.query(
    `create or replace function refuse_notes() returns trigger language plpgsql as
       $$ begin raise exception 'Not now.' using errcode = '${state}'; end $$;
     create or replace trigger refuse_notes after insert on notes
       for each row execute function refuse_notes()`,
  )
  const before = [await count('notes'), await count('history')]
  const body = { subject: `Refused with ${state}` }
  const key = withKey()
  expectTrouble(await user.put('/note', body, key))
  expect([await count('notes'), await count('history')]).toEqual(before)
  await world.owner.query('drop trigger refuse_notes on notes')
  expect((await user.put('/note', body, key)).status).toBe(201)
})

// Shows: R11
test('a database that has no connection left for us is 503, until it has one', async ({ skip }) => {
  const name = await databaseName()
  const admin = superuserUrl(cluster, 'postgres')
  if (!admin) return skip(WHOSE)
  await query(admin, `alter database ${name} connection limit 0`)
  const away = `select pg_terminate_backend(pid) from pg_stat_activity
    where datname = '${name}' and usename = '${cluster.appRole}'`
  await query(admin, away)
  expectTrouble(await user.get('/notes'))
  expectTrouble(await user.put('/note', { subject: 'Kept out' }))
  await query(admin, `alter database ${name} connection limit -1`)
  expect((await user.put('/note', { subject: 'Let in' })).status).toBe(201)
})

const databaseName = async (): Promise<string> =>
  (await world.owner.query('select current_database() as name')).rows[0].name
