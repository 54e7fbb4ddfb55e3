import { rm } from 'node:fs/promises'
import pg from 'pg'
import { businessDayOf } from '#domain/kit/calendar.ts'
import { violations } from '#server/books/invariants-check.ts'
import { withReader } from '#server/files/byte-reader.ts'
import type { FileStore } from '#server/files/file-store.ts'
import { sqlStateOf } from '#server/kit/database/database.ts'
import { plainConn } from '#server/kit/database/plain-conn.ts'
import { sql } from '#server/kit/database/sql.ts'
import { spool } from '#server/kit/http/spool.ts'
import type { Config } from '#server/kit/start/config.ts'
import { refusal } from '#server/kit/start/refusal.ts'
import { bareTables } from './bare-tables.ts'
import { copyIn } from './copy-in.ts'
import { opens } from './field-key.ts'
import { foreignRows, platform, refuseForeign, refuseUnknown, tableIn } from './fit-archive.ts'
import {
  type ArchivedFile,
  type ArchivedOrganisation,
  type OrganisationArchive,
  openArchive,
} from './organisation-archive.ts'
import { SET_LOCAL_SCOPE } from './organisation-scope.ts'
import { bringOrganisation, bringPeople } from './restore-people.ts'
import { rotateFieldKey } from './rotate-field-key.ts'
import { quoted, SAME_TEXT } from './table-facts.ts'
import { takeUpImports } from './take-up-imports.ts'

export interface OrganisationRestore {
  /** The archive that was downloaded. */
  from: string
  /** A migrated database in which the organisation has nothing, as the role that owns it. */
  ownerUrl: string
  config: Config
  store: FileStore
}

/**
 * Brings a whole organisation back, all of it or nothing, under the numbers it had. Its rows are taken
 * as they are, as a backup's are; then every table is counted and summed up anew, references are
 * proved, and the books must add up. It sleeps until a platform admin wakes it.
 */
export function restoreOrganisation(restore: OrganisationRestore): Promise<ArchivedOrganisation> {
  return withReader(restore.from, async (reader) => {
    const archive = await openArchive(restore.from, reader)
    const client = new pg.Client({
      connectionString: restore.ownerUrl,
      application_name: 'switchboard restore',
    })
    client.on('error', () => undefined)
    await client.connect()
    try {
      await client.query(SAME_TEXT)
      await refuseUnfit(client, restore, archive.manifest)
      await client.query('begin')
      await fill(client, restore, archive)
      await client.query('commit')
      await sealAnew(restore, archive.manifest)
      return archive.manifest
    } catch (error) {
      throw sqlStateOf(error) === '23505' ? taken(error) : error
    } finally {
      await client.end().catch(() => undefined)
    }
  })
}

/**
 * An archive from before a change of key opens with the key from before alone: once that is gone
 * nothing else would say that its values are lost.
 */
async function sealAnew(
  { config, ownerUrl }: OrganisationRestore,
  { restore }: ArchivedOrganisation,
): Promise<void> {
  const keys = config.secrets.fields
  if (keys.length < 2) return
  if (restore.key_check && opens([keys[0]], restore.key_check)) return
  await rotateFieldKey({ ownerUrl, keys })
}

/** Numbers are kept, so that every reference, link and chain stays what it was. */
function taken(error: unknown): Error {
  const table = error instanceof pg.DatabaseError ? error.table : 'A table'
  return refusal(
    `${table} has rows here under the same numbers or names.\n` +
      'Restore into an installation that has not given them yet: a new and empty one is best.',
  )
}

async function refuseUnfit(
  client: pg.Client,
  { from, config }: OrganisationRestore,
  { restore }: ArchivedOrganisation,
): Promise<void> {
  const rows = await MIGRATIONS.all(plainConn(client))
  const told = (list: typeof rows) => list.map((one) => `${one.version} ${one.sha256}`).join()
  if (told(rows) !== told(restore.migrations))
    throw refusal(`${from} was made by another version of this program. Use the same one.`)
  if (restore.key_check && !opens(config.secrets.fields, restore.key_check))
    throw refusal(
      `${from} was sealed with another FIELD_SECRET.\n` +
        'Set it to the one of the installation that the organisation comes from.',
    )
}

const MIGRATIONS = sql<{ version: number; sha256: string }>`
  select version, sha256 from schema_version order by version`

const FORGET_MEMBERS = sql<never, [organisation_id: number]>`
  delete from memberships where organisation_id = $1`

const SEQUENCE = sql<{ name: string | null }, [table: string]>`
  select pg_get_serial_sequence($1, 'id') as name from pg_attribute
  where attrelid = $1::regclass and attname = 'id'`

async function fill(
  client: pg.Client,
  { config, store }: OrganisationRestore,
  archive: OrganisationArchive,
): Promise<void> {
  const { organisation_id } = archive.manifest.restore
  const own = archive.tables.filter((file) => !platform.has(tableIn(file)))
  const names = own.map(tableIn)
  await refuseUnknown(client, archive.tables)
  const bare = await bareTables(client, names)
  await refuseInhabited(client, names, organisation_id)
  const others = await foreignRows(client, names, organisation_id)
  const incoming = (name: string) => {
    const file = archive.tables.find((one) => tableIn(one) === name)
    if (!file) throw refusal(`The archive has no ${name}.`)
    return { file, pieces: archive.open(file) }
  }
  await bringOrganisation(client, incoming('organisations'), organisation_id)
  await bringPeople(client, incoming('users'))
  for (const file of own) await copyIn(client, tableIn(file), file, archive.open(file))
  await refuseForeign(client, others, organisation_id)
  await moveSequences(client, [...names, 'organisations', 'users'])
  await bare.refer()
  for (const file of own) await proveTable(client, tableIn(file), file, organisation_id)
  await takeUpImports(plainConn(client), organisation_id)
  await bare.dress()
  // On the day they are of: what has become overdue since is counted once it is awake.
  await proveBooks(client, organisation_id, businessDayOf(archive.manifest.as_at))
  for (const file of archive.files) {
    const copy = await spool(config, archive.open(file))
    const bytes = { organisation_id, sha256: file.sha256 }
    await store.keep(bytes, copy.path).finally(() => rm(copy.path, { force: true }))
  }
}

async function refuseInhabited(
  client: pg.Client,
  tables: readonly string[],
  organisation_id: number,
): Promise<void> {
  await FORGET_MEMBERS.run(plainConn(client), organisation_id)
  for (const table of tables) {
    const { rows } = await client.query(
      `select from ${quoted(table)} where organisation_id = $1 limit 1`,
      [organisation_id],
    )
    if (rows.length > 0)
      throw refusal(`Organisation ${organisation_id} is not empty here: it has ${table}.`)
  }
}

async function moveSequences(client: pg.Client, tables: readonly string[]): Promise<void> {
  for (const table of tables) {
    const name = (await SEQUENCE.one(plainConn(client), quoted(table)))?.name
    if (!name) continue
    await client.query(
      `select setval($1, greatest((select coalesce(max(id), 1) from ${quoted(table)}),
        (select last_value from ${name})))`,
      [name],
    )
  }
}

/** Counted and summed up where it now is, against what the manifest says of where it was. */
async function proveTable(
  client: pg.Client,
  table: string,
  { rows: wanted, sums }: ArchivedFile,
  organisation_id: number,
): Promise<void> {
  const columns = Object.keys(sums)
  const added = columns.map((name) => `coalesce(sum(${quoted(name)}), 0)::numeric(30,2)::text`)
  const { rows } = await client.query<{ rows: number; sums: string[] }>(
    `select count(*)::int as rows, array[${added.join(', ')}]::text[] as sums
     from ${quoted(table)} where organisation_id = $1`,
    [organisation_id],
  )
  const found = rows[0] ?? { rows: 0, sums: [] }
  const isEqual = columns.every((name, place) => found.sums[place] === sums[name])
  if (found.rows !== wanted || !isEqual)
    throw refusal(`${table} did not come back as it was: ${found.rows} rows for ${wanted}.`)
}

async function proveBooks(client: pg.Client, organisation_id: number, day: string) {
  const conn = plainConn(client)
  await SET_LOCAL_SCOPE.run(conn, String(organisation_id))
  const [first] = await violations(conn, day)
  if (first) throw refusal(`The books do not add up: ${first.code}, ${first.detail}`)
}
