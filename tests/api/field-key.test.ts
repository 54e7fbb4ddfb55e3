import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { customer } from '#domain/customers/customer.ts'
import { staff } from '#domain/identity/staff.ts'
import { makeBankAccount } from '#domain/kit/bank-account.ts'
import { buildApp } from '#server/app.ts'
import { hashAccounts } from '#server/bank/account-hash.ts'
import { jobs } from '#server/jobs.ts'
import { migrate } from '#server/kit/database/migrate.ts'
import { scopeOf } from '#server/kit/http/context.ts'
import { systemContext } from '#server/kit/jobs/system-context.ts'
import { type FieldKeys, seal, unseal } from '#server/kit/rows/seal.ts'
import { loadConfig } from '#server/kit/start/config.ts'
import { refuseOpenDemo } from '#server/open-demo.ts'
import { checkWord, keepCheckWord, opens, refuseOtherFieldKey } from '#server/upkeep/field-key.ts'
import { rotateFieldKey } from '#server/upkeep/rotate-field-key.ts'
import { makeClient } from '#tests/support/client.ts'
import { testConfig } from '#tests/support/config.ts'
import { cloneDatabase } from '#tests/support/database.ts'
import { storeConnection } from '#tests/support/debit-rows.ts'
import { makeRow } from '#tests/support/fitting.ts'
import { jobContext } from '#tests/support/job-context.ts'
import { byPhone } from '#tests/support/ready-debits.ts'
import { anyPdf, upload } from '#tests/support/upload.ts'
import { makeWorld, password, scope, type World } from '#tests/support/world.ts'

let world: World
const old = testConfig().secrets.fields
const fresh = [randomBytes(32)] as const
const both: FieldKeys = [...fresh, ...old]

beforeAll(async () => {
  world = await makeWorld()
})
afterAll(() => world.close())
beforeEach(() => world.owner.query('delete from key_checks'))

test('a server with the key of its database starts, and one with another is refused', async () => {
  await keepCheckWord(world.owner, old)
  await refuseOtherFieldKey(world.owner, old)
  await expect(refuseOtherFieldKey(world.owner, fresh)).rejects.toThrow('not the key of this')
  await refuseOtherFieldKey(world.owner, both)
})

test('a filled database from before the word was kept is proved by what it holds', async () => {
  const admin = await world.as('admin')
  await makeRow(admin, customer, { bank_account_number: '12-3113-0003869-00' })
  await expect(keepCheckWord(world.owner, fresh)).rejects.toThrow('not the key of this')
  expect(await checkWord(world.owner)).toBeUndefined()
  // Only the customer's number is left to tell.
  await world.owner.query('delete from sessions')
  await expect(keepCheckWord(world.owner, fresh)).rejects.toThrow('not the key of this')
  await keepCheckWord(world.owner, old)
  expect(await checkWord(world.owner)).toMatch(/^\|v1\./)
})

test('the server cannot change the word it is proved by', async () => {
  await keepCheckWord(world.owner, old)
  const app = new pg.Client({ connectionString: world.appUrl })
  await app.connect()
  await refuseOtherFieldKey(app, old)
  await expect(app.query('update key_checks set sealed = $1', ['x'])).rejects.toThrow('denied')
  await app.end()
})

/** Every text of the database that is sealed, wherever it stands. */
async function sealedTexts(owner: pg.Client): Promise<{ place: string; value: string }[]> {
  const { rows: columns } = await owner.query<{ t: string; c: string }>(
    `select table_name as t, column_name as c from information_schema.columns
     join information_schema.tables using (table_schema, table_name)
     where table_schema = 'public' and table_type = 'BASE TABLE'
       and data_type in ('text', 'jsonb', 'json') and is_generated = 'NEVER'`,
  )
  const { rows: organisations } = await owner.query('select id from organisations')
  const found: { place: string; value: string }[] = []
  for (const { id } of organisations) {
    await scope(owner, id)
    for (const { t, c } of columns) {
      const { rows } = await owner.query<{ value: string }>(
        `select ${c}::text as value from ${t} where ${c}::text like '%|v1.%'`,
      )
      found.push(...rows.map(({ value }) => ({ place: `${t}.${c}`, value })))
    }
  }
  return found
}

// Shows: T11, V11.2.2
test('a change of key seals everything anew, whatever interrupts it, and loses nothing', async () => {
  await keepCheckWord(world.owner, old)
  const admin = await world.as('admin')
  const accounts = [1, 2, 3].map((n) => makeBankAccount('12', '3113', 4000 + 100 * n))
  const ids: number[] = []
  for (const bank_account_number of accounts)
    ids.push((await makeRow(admin, customer, { bank_account_number, dob_holder: '1970-02-01' })).id)
  await makeRow(admin, staff, { user_id: world.userIds.admin, encrypt: true, can_decrypt: true })
  const sent = anyPdf('quiet.pdf')
  const file_id = (await upload(admin, sent)).body.data.id
  await world.owner.query('update users set totp_secret = $1 where username = $2', [
    seal(old, 'JBSWY3DPEHPK3PXP').replace(/^[^|]*/, ''),
    'user',
  ])
  await storeConnection(world)
  // The number waits, sealed, until the provider has it.
  const asked = await admin.put('/mandate', byPhone(ids[0] ?? 0))
  expect(asked.status, asked.text).toBe(201)
  const { ownerUrl } = world
  // Some of it has been done before, as after a kill in the middle.
  await scope(world.owner, world.organisations[0])
  await world.owner.query('update customers set bank_account_number = $2 where id = $1', [
    ids[0],
    seal(both, accounts[0] ?? ''),
  ])
  // As comparing accounts with lines of the bank leaves it.
  const secrets = { ...world.config.secrets, fields: both }
  const job = jobContext(world, { config: { ...world.config, secrets } })
  const ctx = systemContext(job, world.organisations[0], 'test')
  await world.database.write(scopeOf(ctx), (conn) => hashAccounts(ctx, conn))
  const report = await rotateFieldKey({ ownerUrl, keys: both, batch: 2 })
  expect(report.account_hashes?.seen).toBeGreaterThan(0)
  expect(report.customers?.sealed).toBeGreaterThanOrEqual(5)
  expect(report.ddconnections).toMatchObject({ sealed: 2, lost: 0 })
  expect(report.ddcalls).toMatchObject({ sealed: 1, lost: 0 })
  expect(report['file keys']).toMatchObject({ sealed: 1, lost: 0 })
  const texts = await sealedTexts(world.owner)
  expect(texts.length).toBeGreaterThan(7)
  expect(texts.filter(({ value }) => !opens(fresh, value)).map(({ place }) => place)).toEqual([])
  await refuseOtherFieldKey(world.owner, fresh)
  await expect(refuseOtherFieldKey(world.owner, old)).rejects.toThrow('not the key of this')
  const again = await rotateFieldKey({ ownerUrl, keys: both })
  expect(Object.keys(again).length).toBeGreaterThan(3)
  expect(Object.values(again).filter(({ sealed }) => sealed > 0)).toEqual([])
  await opensEverything({ ids, accounts, file_id, bytes: sent.bytes })
})

async function opensEverything(kept: {
  ids: number[]
  accounts: string[]
  file_id: number
  bytes: Buffer
}) {
  const config = { ...world.config, secrets: { ...world.config.secrets, fields: fresh } }
  const app = await buildApp({ config, database: world.database, clock: world.clock })
  const client = makeClient(app)
  await client.signIn('admin', password)
  await scope(world.owner, world.organisations[0])
  const { rows } = await world.owner.query<{ stored: string }>(
    'select bank_account_number as stored from customers where id = any ($1) order by id',
    [kept.ids],
  )
  expect(rows.map(({ stored }) => unseal(fresh, stored))).toEqual(kept.accounts)
  const opened = await client.post(`/file/${kept.file_id}/download`)
  expect(opened.status, opened.text).toBe(200)
  expect(opened.bytes.equals(kept.bytes)).toBe(true)
  await app.close()
}

test('a change of key reaches every row, however many figures its number has', async () => {
  await keepCheckWord(world.owner, both)
  const admin = await world.as('admin')
  for (let n = 0; n < 12; n += 1) await makeRow(admin, customer, { dob_holder: '1970-02-01' })
  const next = [randomBytes(32)] as const
  await rotateFieldKey({ ownerUrl: world.ownerUrl, keys: [...next, ...both], batch: 5 })
  const texts = await sealedTexts(world.owner)
  expect(texts.filter(({ value }) => !opens(next, value)).map(({ place }) => place)).toEqual([])
})

test('a change of key needs both', async () => {
  const { ownerUrl } = world
  await expect(rotateFieldKey({ ownerUrl, keys: old })).rejects.toThrow('PREVIOUS_FIELD_SECRET')
})

// Shows: V13.2.1
test('a second server with another password for the role changes nothing and is refused', async () => {
  const database = await cloneDatabase()
  const appRole = `role_of_test_${randomBytes(4).toString('hex')}`
  const start = (appRolePassword: string, mayChangePassword = false) =>
    migrate({
      ownerUrl: database.ownerUrl,
      appRole,
      appRolePassword,
      queues: jobs,
      log: () => {},
      mayChangePassword,
    })
  const first = 'the password of the first server of all'
  const second = 'what a second server believes it to be'
  await start(first)
  await expect(start(second)).rejects.toThrow(`The role ${appRole} is here already`)
  await start(first)
  await start(second, true)
  await start(second)
  await database.drop()
  await world.owner.query(`drop role ${appRole}`)
})

// Shows: T25, V6.3.2, V15.2.3
test('demonstration accounts are served on this machine alone, unless somebody says so', async () => {
  const ask = (variables: Record<string, string>) =>
    refuseOpenDemo(loadConfig({ DATA_DIR: '/tmp/none', ...secrets, ...variables }), world.database)
  await ask({ HOST: '0.0.0.0' })
  await world.owner.query("update users set demo = true where username = 'user'")
  await ask({ HOST: 'localhost' })
  await ask({ HOST: '127.0.0.1', DEMO: '0' })
  await expect(ask({ HOST: '0.0.0.0' })).rejects.toThrow('HOST=0.0.0.0')
  await expect(ask({ HOST: '0.0.0.0', DEMO: '0' })).rejects.toThrow('DEMO_OPEN=1')
  await expect(ask({ TRUST_PROXY: '1' })).rejects.toThrow('everybody knows')
  await ask({ HOST: '0.0.0.0', DEMO_OPEN: '1' })
})

const secrets = {
  SESSION_SECRET: 'u0YbT4kqXhN7rGmW2cZ9vLpS5dJ8fAeQ1i',
  CSRF_SECRET: 'kauri-lantern-ferry-mussel-quarry-bolt',
  FIELD_SECRET: 'dQ7mWc3ZpVx9LtRs2HnJf6KyBg4uTe8Aoi',
  APP_ROLE_PASSWORD: '7f3c9a51e08d42b6a9c4d71e5b20f863',
}
