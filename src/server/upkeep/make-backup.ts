import { createHash } from 'node:crypto'
import { createWriteStream, existsSync, readdirSync } from 'node:fs'
import { mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import type { FileStore } from '#server/files/file-store.ts'
import { STORE_LOCK } from '#server/files/stored-bytes.ts'
import { plainConn } from '#server/kit/database/plain-conn.ts'
import { sql } from '#server/kit/database/sql.ts'
import { refusal } from '#server/kit/start/refusal.ts'
import { backUpFiles } from './back-up-files.ts'
import {
  type BackedUpTable,
  backupName,
  backupsIn,
  type Manifest,
  passing,
  type Sums,
  syncFolder,
  tableFile,
  UNFINISHED,
} from './backup-format.ts'
import { checkWord } from './field-key.ts'
import {
  backedUpTables,
  columnsOf,
  nameOf,
  refuseHiddenTables,
  SAME_TEXT,
  sumOf,
  type TableFacts,
} from './table-facts.ts'

export interface Backup {
  ownerUrl: string
  /** Where the files of customers are. */
  store: FileStore
  /** Where backups are kept, each in a folder of its own. */
  to: string
  now: Date
  signal?: AbortSignal | undefined
}

/** Everything as it was at one moment, while people go on working. Answers the backup's folder. */
export async function makeBackup(backup: Backup): Promise<{ folder: string; manifest: Manifest }> {
  await mkdir(backup.to, { recursive: true, mode: 0o700 })
  const name = backupName(backup.now)
  const folder = join(backup.to, name)
  if (existsSync(folder)) throw refusal(`${folder} is there already. Try again in a second.`)
  const client = new pg.Client({
    connectionString: backup.ownerUrl,
    application_name: 'switchboard backup',
  })
  client.on('error', () => undefined)
  await client.connect()
  const draft = join(backup.to, `${UNFINISHED}${name}`)
  try {
    // Until it is made, nobody takes bytes out of the store, and nobody else makes one.
    const lock = await LOCK_STORE.one(plainConn(client))
    if (!lock?.got) throw refusal('Another backup is being made. Try again later.')
    await removeUnfinished(backup.to)
    await mkdir(join(draft, 'tables'), { recursive: true, mode: 0o700 })
    const manifest = await writeAll(client, backup, draft)
    await rename(draft, folder)
    await syncFolder(backup.to)
    return { folder, manifest }
  } catch (error) {
    await rm(draft, { recursive: true, force: true })
    throw error
  } finally {
    await client.end().catch(() => undefined)
  }
}

const LOCK_STORE = sql<{ got: boolean }>`select pg_try_advisory_lock(${STORE_LOCK}) as got`

const MIGRATIONS = sql<Manifest['migrations'][number]>`
  select version, name, sha256 from schema_version order by 1`

const QUEUES = sql<{ name: string }>`select distinct name from pgboss.job`

const SEQUENCES = sql<Manifest['sequences'][number]>`
  select format('%I.%I', schemaname, sequencename) as name, last_value::text as last_value
  from pg_sequences where schemaname = 'public' and last_value is not null`

async function writeAll(client: pg.Client, backup: Backup, draft: string): Promise<Manifest> {
  const sums = await openSums(join(draft, 'SHA256SUMS'))
  await client.query(SAME_TEXT)
  await client.query('begin isolation level repeatable read')
  // The one statement that decides on the moment; the rest follows it.
  const conn = plainConn(client)
  const migrations = await MIGRATIONS.all(conn)
  const key_check = (await checkWord(client)) ?? null
  await refuseHiddenTables(client)
  await becomeBackup(client)
  const tables: BackedUpTable[] = []
  for (const table of await backedUpTables(client)) {
    backup.signal?.throwIfAborted()
    await sums.add(tableFile(table), await writeTable(client, table, draft, backup.signal))
    tables.push({ ...table, ...(await sumOf(client, table)) })
  }
  const queues = await QUEUES.all(conn)
  const { missing, ...files } = await backUpFiles(client, backup, draft, sums)
  await client.query('reset role')
  // Outside of any snapshot, and so never behind the rows.
  const sequences = await SEQUENCES.all(conn)
  // Who it was is nobody's business afterwards.
  await client.query('rollback')
  const manifest: Manifest = {
    format: 1,
    made_at: backup.now.toISOString(),
    migrations,
    key_check,
    tables,
    queues: queues.map(({ name: queue }) => queue),
    sequences,
    files,
    missing_files: missing,
    sums_sha256: await sums.close(),
  }
  await syncFolder(join(draft, 'tables'))
  const path = join(draft, 'manifest.json')
  await writeFile(path, `${JSON.stringify(manifest, null, 1)}\n`, { mode: 0o600, flush: true })
  await syncFolder(draft)
  return manifest
}

/** Only for this transaction, which is undone: nobody keeps the right to read everything. */
async function becomeBackup(client: pg.Client): Promise<void> {
  await client.query('grant app_backup to current_user')
  await client.query('set local role app_backup')
}

async function writeTable(
  client: pg.Client,
  table: TableFacts,
  draft: string,
  signal: AbortSignal | undefined,
): Promise<string> {
  const hash = createHash('sha256')
  const rows = client.query(
    copyTo(`copy (select ${columnsOf(table)} from ${nameOf(table)}) to stdout`),
  )
  const path = join(draft, tableFile(table))
  await pipeline(
    rows,
    createGzip({ level: 3 }),
    passing((chunk) => hash.update(chunk)),
    createWriteStream(path, { flags: 'wx', mode: 0o600, flush: true }),
    { signal },
  )
  return hash.digest('hex')
}

async function openSums(path: string): Promise<Sums> {
  const hash = createHash('sha256')
  const out: Writable = createWriteStream(path, { flags: 'wx', mode: 0o600, flush: true })
  const ended = new Promise<void>((resolve, reject) => {
    out.once('close', resolve)
    out.once('error', reject)
  })
  ended.catch(() => undefined)
  return {
    async add(name, sha256) {
      const line = `${sha256}  ${name}\n`
      hash.update(line)
      if (!out.write(line)) await new Promise((resolve) => out.once('drain', resolve))
    },
    async close() {
      out.end()
      await ended
      return hash.digest('hex')
    },
  }
}

async function removeUnfinished(folder: string): Promise<void> {
  for (const name of readdirSync(folder).filter((one) => one.startsWith(UNFINISHED)))
    await rm(join(folder, name), { recursive: true, force: true })
}

/**
 * Only so many of the whole ones stay, and the one that is spared. Renamed first: what is half gone
 * does not look whole.
 */
export async function removeOldBackups(
  to: string,
  keep: number,
  spared: string | null = null,
): Promise<void> {
  for (const name of backupsIn(to).slice(0, -keep)) {
    if (name === spared) continue
    const aside = join(to, `${UNFINISHED}${name}`)
    await rename(join(to, name), aside)
    await rm(aside, { recursive: true, force: true })
  }
}
