import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { entities } from '#domain/entities.ts'
import { type Entity, entity } from '#domain/kit/entity.ts'
import { flag, name, ref } from '#domain/kit/field.ts'
import { toldEntities } from '#domain/webhooks/webhook-event.ts'
import {
  type ActualColumn,
  actualColumnsSql,
  schemaDifferences,
} from '#server/kit/database/schema-check.ts'
import { cloneDatabase } from '#tests/support/database.ts'
import type { TestDatabase } from '#tests/support/filled-database.ts'

let database: TestDatabase
let owner: pg.Client
let app: pg.Client
let columns: ActualColumn[]

beforeAll(async () => {
  database = await cloneDatabase()
  owner = new pg.Client({ connectionString: database.ownerUrl })
  app = new pg.Client({ connectionString: database.appUrl })
  await Promise.all([owner.connect(), app.connect()])
  columns = (await owner.query<ActualColumn>(actualColumnsSql)).rows
})
afterAll(async () => {
  await Promise.all([owner.end(), app.end()])
  await database.drop()
})

test('the migrated database and the entities agree, column by column', () => {
  expect(schemaDifferences(entities, columns)).toEqual([])
})

test('the SQL that is printed works, foreign keys included', async () => {
  const moon = entity({
    name: 'moon',
    plural: 'moons',
    title: 'name',
    access: { read: 'user', write: 'user', remove: 'user' },
    fields: { name: name(), customer_id: ref('customer'), user_id: ref('user') },
    list: ['name'],
    form: { Moon: ['name', 'customer_id', 'user_id'] },
    search: ['name'],
    order: 'name',
  })
  const bare = { ...moon, fields: { name: name() } }
  const sqlFor = async (wanted: Entity) => {
    const { rows } = await owner.query<ActualColumn>(actualColumnsSql)
    const known = entities.map((one): Entity => one)
    return schemaDifferences([...known, wanted], rows).map(({ sql }) => sql)
  }
  await owner.query('begin')
  for (const sql of [...(await sqlFor(bare))]) await owner.query(sql)
  const added = await sqlFor(moon)
  for (const sql of added) await owner.query(sql)
  expect(added.join()).toContain('references "customers" (organisation_id, id)')
  expect(added.join()).toContain('foreign key ("user_id") references "users" (id)')
  expect(await sqlFor(moon)).toEqual([])
  await owner.query('rollback')
})

test('a field without a column and an entity without a table are printed as SQL', () => {
  const planet = entity({
    name: 'planet',
    plural: 'planets',
    title: 'name',
    access: { read: 'user', write: 'user', remove: 'user' },
    fields: { name: name(), is_gas: flag() },
    list: ['name'],
    form: { Planet: ['name', 'is_gas'] },
    search: ['name'],
    order: 'name',
  })
  const [table] = schemaDifferences([planet], columns)
  expect(table?.sql).toContain('create table "planets"')
  expect(table?.sql).toContain(`call protect_table('planets')`)
  expect(table?.sql).toContain(`call count_changes('planets')`)
  const notes = { ...planet, plural: 'notes' }
  expect(schemaDifferences([notes], columns).map((difference) => difference.sql)).toContain(
    'alter table "notes" add column "is_gas" boolean not null default false;',
  )
})

// Tables that belong to no single organisation, each with the reason why.
const platformTables: Record<string, string> = {
  organisations: 'the organisations themselves',
  users: 'people work in several organisations',
  roles: 'roles of the platform',
  user_roles: 'roles of the platform',
  sessions: 'read before an organisation is known',
  security_events: 'the platform watches over sign-ins',
  one_time_tokens: 'used by guests',
  api_keys: 'read before an organisation is known',
  attempts: 'counted for guests',
  recovery_codes: 'asked for before anybody has signed in',
  passkeys: 'asked for before anybody has signed in',
  factor_resets: 'second factors of people of several organisations',
  known_networks: 'read before anybody has signed in',
  pagecontents: 'texts of the platform',
  platformtemplates: 'words of the platform, which every organisation reads',
  platformtemplate_versions: 'what these said before',
  notifications: 'the platform tells everybody',
  public_links: 'read before an organisation is known',
  mails: 'identity mails must never be seen by an organisation',
  request_logs: 'calls of guests belong to nobody',
  row_versions: 'how often rows have changed, never what is in them',
  schema_version: 'the database’s own state',
  key_checks: 'a word that proves the key of the whole database',
  signing_keys: 'what the whole installation signs with, sealed',
  upkeep_reports: 'what looks after the installation itself',
  addresses: 'the country’s addresses, published for everybody',
  localities: 'its suburbs and towns, taken from these',
}

// Shows: T01, V8.4.1
test('every table is forced under organisation scope, or is named here with a reason', async () => {
  const { rows } = await owner.query<{ name: string; enabled: boolean; forced: boolean }>(
    `select relname as name, relrowsecurity as enabled, relforcerowsecurity as forced
     from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')
       and not relispartition`,
  )
  const unguarded = rows.filter((table) => !(table.enabled && table.forced))
  expect(unguarded.map((table) => table.name).filter((name) => !platformTables[name])).toEqual([])
})

test('a backup reads every row of every guarded table, and writes none', async () => {
  const { rows } = await owner.query<{ name: string; roles: string; cmd: string; qual: string }>(
    `select c.relname as name, p.roles::text, p.cmd, p.qual from pg_class c
     left join pg_policies p on p.tablename = c.relname and p.policyname = 'backup_scope'
     where c.relnamespace = 'public'::regnamespace and c.relrowsecurity`,
  )
  expect(rows.length).toBeGreaterThan(40)
  const whole = { roles: '{app_backup}', cmd: 'SELECT', qual: 'true' }
  for (const row of rows) expect(row).toMatchObject(whole)
})

test('whoever changes rows of an entity raises the version that its lists ask for', async () => {
  const { rows } = await owner.query<{ name: string; whose: string }>(
    `select relname as name, encode(tgargs, 'escape') as whose
     from pg_trigger join pg_class c on c.oid = tgrelid
     where tgname = 'row_version' and tgenabled = 'O'
       and tgtype & (4 | 8 | 16 | 32) = (4 | 8 | 16 | 32)`,
  )
  const counted = Object.fromEntries(rows.map(({ name, whose }) => [name, whose.split('\\')[0]]))
  const wanted = entities.map(({ plural, scope }) => [plural, scope])
  expect(counted).toMatchObject(Object.fromEntries(wanted))
})

test('whoever changes a row that webhooks tell of has it noted', async () => {
  const { rows } = await owner.query<{ name: string; told: string }>(
    `select relname || ' ' || tgname as name, encode(tgargs, 'escape') as told
     from pg_trigger join pg_class c on c.oid = tgrelid
     where tgname like 'webhook\\_%' and tgenabled = 'O'`,
  )
  const noted = Object.fromEntries(rows.map(({ name, told }) => [name, told]))
  const wanted = toldEntities.flatMap(({ plural, name, machine }) =>
    ['webhook_created', 'webhook_changed'].map((trigger) => [
      `${plural} ${trigger}`,
      `${name}\\000${machine?.field ?? ''}\\000`,
    ]),
  )
  expect(noted).toEqual(Object.fromEntries(wanted))
})

// Shows: T01, V8.4.1
test('without an organisation, no guarded table shows a single row', async () => {
  const { rows } = await owner.query<{ name: string }>(
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace
     and relkind = 'r' and relrowsecurity`,
  )
  for (const { name: table } of rows) {
    const found = await app.query(`select count(*)::int as count from "${table}"`)
    expect(found.rows[0]?.count, table).toBe(0)
  }
})

// Shows: T30, V13.2.2
test('the application’s role owns nothing and cannot step around the scope', async () => {
  const { rows } = await app.query(
    `select rolsuper, rolbypassrls, rolcreaterole, rolcreatedb from pg_roles where rolname = current_user`,
  )
  expect(rows).toEqual([
    { rolsuper: false, rolbypassrls: false, rolcreaterole: false, rolcreatedb: false },
  ])
  const owned = await app.query(
    `select count(*)::int as count from pg_class c join pg_roles r on r.oid = c.relowner
     where r.rolname = current_user`,
  )
  expect(owned.rows[0]?.count).toBe(0)
  for (const sql of [
    'alter table customers disable row level security',
    'drop policy organisation_scope on customers',
    'create table mine (id int)',
    'set role app_search',
    "set session authorization 'postgres'",
  ])
    await expect(app.query(sql), sql).rejects.toThrow(/permission denied|must be owner/)
})

// Shows: T24, R32, V16.4.2
test('history and the logs can be added to and read, never changed or removed', async () => {
  for (const table of ['history', 'request_logs']) {
    await expect(app.query(`update ${table} set request_id = 'x'`)).rejects.toThrow(
      /permission denied/,
    )
    await expect(app.query(`delete from ${table}`)).rejects.toThrow(/permission denied/)
    await expect(app.query(`truncate ${table}`)).rejects.toThrow(/permission denied/)
  }
})
