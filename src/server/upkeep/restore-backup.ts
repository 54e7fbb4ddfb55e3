import { createHash } from 'node:crypto'
import { createReadStream, existsSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { fingerprintIn } from '#server/files/bytes-name.ts'
import type { FileStore } from '#server/files/file-store.ts'
import { appRoleOf } from '#server/kit/database/app-role.ts'
import { migrate } from '#server/kit/database/migrate.ts'
import { migrationsIn } from '#server/kit/database/migration.ts'
import { plainConn } from '#server/kit/database/plain-conn.ts'
import { sql } from '#server/kit/database/sql.ts'
import { spool } from '#server/kit/http/spool.ts'
import type { QueueDefinition } from '#server/kit/jobs/queue.ts'
import type { Config } from '#server/kit/start/config.ts'
import { refusal } from '#server/kit/start/refusal.ts'
import {
  type BackedUpTable,
  type Manifest,
  passing,
  readManifest,
  readSums,
  sha256OfFile,
  tableFile,
} from './backup-format.ts'
import { bareTables } from './bare-tables.ts'
import { opens } from './field-key.ts'
import { backedUpTables, columnsOf, nameOf, SAME_TEXT, sumOf } from './table-facts.ts'

export interface Restore {
  /** The folder of the backup. */
  from: string
  /** An empty database, as the role that will own it. */
  ownerUrl: string
  config: Config
  /** An empty store for the files; without one they are read and proved where they are. */
  store: FileStore | null
  queues: readonly QueueDefinition[]
  log(line: string): void
  /** Goes on without the files that the backup does not have whole, and names each. */
  withoutDamaged?: boolean
  signal?: AbortSignal | undefined
}

/**
 * Fills an empty database and an empty folder from a backup. Every part is proved against what was
 * written down when the backup was made; unless all of it agrees, the database stays empty.
 */
export async function restoreBackup(restore: Restore): Promise<Manifest> {
  const { from, config, ownerUrl, queues, log } = restore
  const manifest = readManifest(from)
  const sums = await readSums(from, manifest.sums_sha256)
  await refuseUnfit(restore, manifest)
  const role = appRoleOf(config)
  const known = new Set(queues.map(({ name }) => name))
  const earlier = manifest.queues.filter((name) => !known.has(name)).map(emptyQueue)
  const only = new Set(manifest.migrations.map(({ version }) => version))
  // To the schema the rows were taken from, and after them to today's.
  await migrate({ ...role, ownerUrl, queues: [...queues, ...earlier], log: () => {}, only })
  await restoreFiles(restore, manifest, sums)
  const client = await connected(ownerUrl)
  try {
    await client.query(SAME_TEXT)
    await client.query('begin')
    await fillTables(client, restore, manifest, sums)
    await client.query('commit')
    await client.query('analyze')
  } finally {
    await client.end().catch(() => undefined)
  }
  await migrate({ ...role, ownerUrl, queues, log })
  return manifest
}

/** For jobs of a kind that this version no longer has: they are kept, and nobody takes them. */
const emptyQueue = (name: string): QueueDefinition => ({
  name,
  retryLimit: 0,
  retryDelaySeconds: 60,
  expireSeconds: 900,
  heartbeatSeconds: 10,
})

async function refuseUnfit({ from, ownerUrl, config, store }: Restore, manifest: Manifest) {
  const known = new Map((await migrationsIn()).map((file) => [file.version, file.sha256]))
  const strange = manifest.migrations.filter(({ version, sha256 }) => known.get(version) !== sha256)
  if (strange.length > 0) {
    const names = strange.map(({ name }) => name).join(', ')
    throw refusal(`${from} was made by another version of this program: ${names}.`)
  }
  if (manifest.key_check && !opens(config.secrets.fields, manifest.key_check)) {
    throw refusal(
      `${from} was sealed with another FIELD_SECRET.\nSet it to the one of the server that made ` +
        'the backup; in development, put its secrets.json into the new data folder first.',
    )
  }
  if (store && !(await store.isEmpty()))
    throw refusal(`${store.name} is not empty. Name an empty place to restore into.`)
  const client = await connected(ownerUrl)
  try {
    if (await ANY_TABLE.one(plainConn(client)))
      throw refusal(`The database ${client.database} is not empty. Name an empty one.`)
  } finally {
    await client.end()
  }
}

const ANY_TABLE = sql<{ name: string }>`
  select relname as name from pg_class where relkind in ('r', 'p')
  and relnamespace = 'public'::regnamespace limit 1`

const SET_SEQUENCE = sql<never, [name: string, last_value: string]>`select setval($1, $2::bigint)`

async function connected(connectionString: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString, application_name: 'switchboard restore' })
  client.on('error', () => undefined)
  await client.connect()
  return client
}

async function fillTables(
  client: pg.Client,
  restore: Restore,
  manifest: Manifest,
  sums: Map<string, string>,
): Promise<void> {
  const here = new Map((await backedUpTables(client)).map((table) => [nameOf(table), table]))
  const bare = await bareTables(client)
  for (const table of manifest.tables) {
    restore.signal?.throwIfAborted()
    const lacking = table.columns.filter((one) => !here.get(nameOf(table))?.columns.includes(one))
    if (lacking.length > 0)
      throw refusal(`The table ${table.name} has no ${lacking.join(', ')} in this version.`)
    await fillTable(client, table, restore, sums.get(tableFile(table)))
  }
  for (const { name, last_value } of manifest.sequences)
    await SET_SEQUENCE.run(plainConn(client), name, last_value)
  await bare.refer()
  for (const table of manifest.tables) {
    const found = await sumOf(client, table)
    if (found.rows === table.rows && found.checksum === table.checksum) continue
    throw refusal(
      `${table.name} did not come back as it was: ${found.rows} rows for ${table.rows}.`,
    )
  }
  await bare.dress()
}

async function fillTable(
  client: pg.Client,
  table: BackedUpTable,
  { from, signal }: Restore,
  sha256: string | undefined,
): Promise<void> {
  const hash = createHash('sha256')
  const rows = client.query(copyFrom(`copy ${nameOf(table)} (${columnsOf(table)}) from stdin`))
  await pipeline(
    createReadStream(join(from, tableFile(table))),
    passing((chunk) => hash.update(chunk)),
    createGunzip(),
    rows,
    { signal },
  )
  if (hash.digest('hex') !== sha256) throw refusal(`${tableFile(table)} of the backup is damaged.`)
}

async function restoreFiles(
  restore: Restore,
  { missing_files }: Manifest,
  sums: Map<string, string>,
): Promise<void> {
  const damaged: string[] = []
  for (const [path, sha256] of sums) {
    if (!path.startsWith('files/')) continue
    restore.signal?.throwIfAborted()
    if (!(await restoreFile(restore, path, sha256))) damaged.push(path)
  }
  const lost = [...damaged, ...missing_files]
  if (restore.withoutDamaged)
    for (const path of lost) restore.log(`Missing or damaged in the backup: ${path}`)
  else if (damaged.length > 0)
    throw refusal(
      `${lost.length} files of the backup are missing or damaged: ${lost[0]} …\n` +
        'Everything else comes back with --without-damaged, which lists them all.',
    )
}

/** A copy of its own: a store that shared its bytes with the backup would share their damage. */
async function restoreFile(
  { from, store, config }: Restore,
  path: string,
  sha256: string,
): Promise<boolean> {
  const source = join(from, path)
  if (!existsSync(source)) return false
  if (!store) return (await sha256OfFile(source)) === sha256
  const copy = await spool(config, createReadStream(source))
  try {
    const organisation_id = Number(path.split('/')[1])
    const isWhole = copy.sha256 === sha256 && fingerprintIn(path) === sha256
    if (isWhole) await store.keep({ organisation_id, sha256 }, copy.path)
    return isWhole
  } finally {
    await rm(copy.path, { force: true })
  }
}
