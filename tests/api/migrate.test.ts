import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { afterEach, beforeEach, expect, inject, test } from 'vitest'
import { jobs } from '#server/jobs.ts'
import { migrate } from '#server/kit/database/migrate.ts'
import { emptyDatabase } from '#tests/support/database.ts'
import type { TestDatabase } from '#tests/support/filled-database.ts'
import { ownMigrations } from '#tests/support/own-migrations.ts'

let database: TestDatabase
let folder: ReturnType<typeof ownMigrations>
let log: string[]

beforeEach(async () => {
  database = await emptyDatabase()
  log = []
  folder = ownMigrations({
    '0001_things.sql': `create table things (id bigint generated always as identity primary key);
      create table history (id bigserial primary key, what text);
      comment on table history is 'append-only: what happened';`,
    '0002_names.sql': 'alter table things add name text',
  })
})
afterEach(async () => {
  await database.drop()
  folder.remove()
})

function run(path: string | undefined = folder.path) {
  const { appRole, appRolePassword } = inject('cluster')
  return migrate({
    ownerUrl: database.ownerUrl,
    appRole,
    appRolePassword,
    queues: jobs,
    log: (line) => log.push(line),
    folder: path,
  })
}

async function ask<R extends pg.QueryResultRow>(url: string, sql: string): Promise<R[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const result = await client.query<R>(sql).finally(() => client.end())
  return result.rows
}

const sleepingSql = `select from pg_stat_activity
  where query like '%pg_sleep(30)' and pid <> pg_backend_pid() and datname = current_database()`

const versions = () =>
  ask<{ name: string }>(database.ownerUrl, 'select name from schema_version order by version')

test('migrations run in order, each once', async () => {
  await run()
  await run()
  expect(log).toHaveLength(2)
  expect(await versions()).toEqual([{ name: '0001_things.sql' }, { name: '0002_names.sql' }])
})

test('a migration that was changed after it ran is refused', async () => {
  await run()
  folder.write('0002_names.sql', 'alter table things add first_name text')
  await expect(run()).rejects.toThrow('changed since: 0002_names.sql')
})

test('a failing migration leaves nothing behind and says where it failed', async () => {
  folder.write('0003_wrong.sql', 'create table left_over (id int);\nalter table nowhere add x int')
  await expect(run()).rejects.toThrow(/0003_wrong\.sql failed.*nowhere/)
  const tables = await ask(database.ownerUrl, "select from pg_class where relname = 'left_over'")
  expect(tables).toHaveLength(0)
  folder.write('0003_wrong.sql', 'create table left_over (id int)')
  await run()
  expect(await versions()).toHaveLength(3)
})

// Shows: R22
test('an older server starts on the schema of a newer one', async () => {
  folder.write('0003_newer.sql', 'alter table things add more text')
  await run()
  const older = ownMigrations({
    '0001_things.sql': await sqlOf('0001'),
    '0002_names.sql': await sqlOf('0002'),
  })
  await run(older.path)
  older.remove()
  expect(await versions()).toHaveLength(3)
})

// Shows: R22
test('four servers that start together migrate once between them', async () => {
  await Promise.all([run(), run(), run(), run()])
  expect(log.filter((line) => line.includes('0001'))).toHaveLength(1)
  expect(await versions()).toHaveLength(2)
})

// Shows: R22
test('a migration waits for a busy table without holding it up', async () => {
  await run()
  const reader = new pg.Client({ connectionString: database.ownerUrl })
  await reader.connect()
  await reader.query('begin; select * from things')
  folder.write('0003_later.sql', 'alter table things add later text')
  const migrating = run()
  await sleep(2600)
  // While the change waits for its lock in short turns, others still get through.
  await ask(database.ownerUrl, 'select * from things')
  await reader.query('commit')
  await reader.end()
  await migrating
  expect(await versions()).toHaveLength(3)
})

// Shows: R22
test('a migration that is killed midway completes when it is run again', async () => {
  folder.write('0003_slow.sql', 'create table slow (id int); select pg_sleep(30)')
  const { appRole, appRolePassword } = inject('cluster')
  const script = `import { migrate } from '#server/kit/database/migrate.ts'
    await migrate({ ownerUrl: process.env.OWNER, appRole: '${appRole}',
      appRolePassword: '${appRolePassword}', queues: [], log: console.log,
      folder: process.env.FOLDER })`
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
    env: { ...process.env, OWNER: database.ownerUrl, FOLDER: folder.path },
    stdio: 'ignore',
  })
  const sleeping = () => ask(database.ownerUrl, sleepingSql)
  await expect.poll(sleeping, { timeout: 15_000 }).toHaveLength(1)
  child.kill('SIGKILL')
  await once(child, 'exit')
  expect(await versions()).toHaveLength(2)
  folder.write('0003_slow.sql', 'create table slow (id int)')
  await run()
  expect(await versions()).toHaveLength(3)
})

// Shows: T30, V13.2.2
test('the application reads and writes rows but cannot change a table', async () => {
  await run()
  const app = new pg.Client({ connectionString: database.appUrl })
  await app.connect()
  await app.query('insert into things (name) values ($1)', ['one'])
  await app.query('update things set name = $1', ['two'])
  await app.query('insert into history (what) values ($1)', ['made'])
  await app.query('delete from things')
  const forbidden = [
    'alter table things add evil text',
    'drop table things',
    'truncate things',
    'create table evil (id int)',
    "update history set what = 'nothing'",
    'delete from history',
    'truncate history',
    'delete from schema_version',
    "update schema_version set sha256 = ''",
    'create schema evil',
    'alter role current_user bypassrls',
  ]
  for (const sql of forbidden) {
    await expect(app.query(sql), sql).rejects.toThrow(/permission denied|must be owner|superuser/)
  }
  await app.end()
})

// Shows: T30
test('a role that could look past row-level security is refused', async () => {
  const migrating = migrate({
    ownerUrl: database.ownerUrl,
    appRole: 'postgres',
    queues: jobs,
    log: () => undefined,
    folder: folder.path,
  })
  await expect(migrating).rejects.toThrow('row-level security')
})

// Shows: T30
test('the owner of the tables is refused as the role that the server works as', async () => {
  const migrating = migrate({
    ownerUrl: database.ownerUrl,
    appRole: new URL(database.ownerUrl).username,
    queues: jobs,
    log: () => undefined,
    folder: folder.path,
  })
  await expect(migrating).rejects.toThrow('owns the tables')
})

async function sqlOf(number: string): Promise<string> {
  const { migrationsIn } = await import('#server/kit/database/migration.ts')
  const found = (await migrationsIn(folder.path)).find((file) => file.name.startsWith(number))
  return found?.sql ?? ''
}
