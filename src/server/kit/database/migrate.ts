import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { ensureQueues, type QueueDefinition } from '#server/kit/jobs/queue.ts'
import { refusal } from '#server/kit/start/refusal.ts'
import { ensureAppRole, grantToApp } from './app-role.ts'
import { appliedMigrations, type Migration, migrationsIn, pendingMigrations } from './migration.ts'

export interface MigrateOptions {
  ownerUrl: string
  /** Without a password the role must exist already: somebody else keeps it. */
  appRolePassword?: string | undefined
  appRole?: string | undefined
  queues: readonly QueueDefinition[]
  log(line: string): void
  folder?: string | undefined
  /** Only these, for the schema that an older backup was made of. */
  only?: ReadonlySet<number> | undefined
  /** Only to change the password of a role that is there; otherwise another one is refused. */
  mayChangePassword?: boolean | undefined
  /** Asked before anything is changed, and after everything is. */
  guard?: { before(client: pg.Client): Promise<void>; after(client: pg.Client): Promise<void> }
}

// Any number, as long as everything that migrates this product uses the same one.
const lockNumber = 5_719_024_431
const lockAttempts = 480
const fileAttempts = 30

/** Brings a database to the state this version expects. Forward only, and safe to run again. */
export async function migrate(options: MigrateOptions): Promise<void> {
  const client = new pg.Client({
    connectionString: options.ownerUrl,
    application_name: 'switchboard migrate',
  })
  // A connection that breaks also fails the statement under way, which is what is reported.
  client.on('error', () => undefined)
  await connect(client)
  try {
    await requireVersion(client)
    await lock(client, options.log)
    await bringUpToDate(client, options)
  } finally {
    await client.end().catch(() => undefined)
  }
}

async function bringUpToDate(client: pg.Client, options: MigrateOptions): Promise<void> {
  const role = options.appRole ?? 'app_rw'
  const { appRolePassword: password, ownerUrl: url, mayChangePassword = false } = options
  await options.guard?.before(client)
  await ensureAppRole(client, { role, password, url, mayChangePassword })
  const { only } = options
  const files = (await migrationsIn(options.folder)).filter(
    (file) => only?.has(file.version) ?? true,
  )
  for (const file of pendingMigrations(files, await appliedMigrations(client))) {
    await apply(client, file)
    options.log(`Migrated the database: ${file.name}.`)
  }
  await ensureQueues(client, options.ownerUrl, options.queues)
  await grantToApp(client, role)
  await options.guard?.after(client)
}

async function connect(client: pg.Client): Promise<void> {
  try {
    await client.connect()
  } catch (error) {
    const reason = error instanceof Error ? error.message || error.name : String(error)
    const where = `${client.host}:${client.port}/${client.database}`
    throw refusal(`The database ${where} cannot be reached as ${client.user}: ${reason}.`)
  }
  // A server whose migrating client was killed notices within two seconds and lets go of the
  // lock. Not every platform can; there it notices at the end of the statement.
  await client.query('set client_connection_check_interval = 2000').catch(() => undefined)
}

async function requireVersion(client: pg.Client): Promise<void> {
  const result = await client.query<{ server_version: string }>('show server_version')
  const version = result.rows[0]?.server_version ?? '0'
  if (Number.parseInt(version, 10) >= 15) return
  throw refusal(`PostgreSQL 15 or later is needed; this one is ${version}.`)
}

// Several servers may start at once; one migrates and the others wait for it.
async function lock(client: pg.Client, log: (line: string) => void): Promise<void> {
  for (let attempt = 0; attempt < lockAttempts; attempt++) {
    const result = await client.query<{ got: boolean }>('select pg_try_advisory_lock($1) as got', [
      lockNumber,
    ])
    if (result.rows[0]?.got) return
    if (attempt === 4) log('Waiting for another process that is migrating the database.')
    await sleep(250)
  }
  throw refusal('Another process has been migrating the database for two minutes. Try again later.')
}

// A change that cannot get its lock at once must not hold up everybody behind it: it gives way
// after two seconds and tries again.
async function apply(client: pg.Client, file: Migration): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      await client.query("begin; set local lock_timeout = '2s'; set local statement_timeout = 0")
      await client.query(file.sql)
      await client.query('insert into schema_version (version, name, sha256) values ($1, $2, $3)', [
        file.version,
        file.name,
        file.sha256,
      ])
      await client.query('commit')
      return
    } catch (error) {
      await client.query('rollback').catch(() => undefined)
      const code = error instanceof pg.DatabaseError ? error.code : undefined
      const blocked = code === '55P03' || code === '40P01'
      if (blocked && attempt < fileAttempts) await sleep(200 + 50 * attempt)
      else throw explain(file, error)
    }
  }
}

function explain(file: Migration, error: unknown): Error {
  const message = error instanceof Error ? error.message : String(error)
  const position = error instanceof pg.DatabaseError ? Number(error.position) : Number.NaN
  const line = file.sql.slice(0, position || 0).split('\n').length
  const where = Number.isNaN(position) ? '' : ` near line ${line}`
  return new Error(`migrations/${file.name} failed${where}: ${message}`, { cause: error })
}
