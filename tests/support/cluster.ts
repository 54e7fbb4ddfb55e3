import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { readAccess, superuser } from '#server/embedded/cluster.ts'
import { startEmbeddedDatabase } from '#server/embedded/embedded-database.ts'
import { jobs } from '#server/jobs.ts'
import { migrate } from '#server/kit/database/migrate.ts'
import { temporaryFolder } from './temporary-folder.ts'

/** Where the tests find PostgreSQL, and the migrated database that each of them copies. */
export interface TestCluster {
  ownerUrl: string
  template: string
  appRole: string
  appRolePassword: string
  /** The folder it lives in; null where it is somebody else's. */
  dataDir: string | null
}

export interface RunningCluster {
  cluster: TestCluster
  stop(): Promise<void>
}

/** One PostgreSQL per run: our own without fsync, or the one that TEST_DATABASE_URL names. */
export async function startCluster(): Promise<RunningCluster> {
  const outside = process.env.TEST_DATABASE_URL
  const server = outside
    ? { ownerUrl: outside, dataDir: null, stop: async () => {} }
    : await ownServer()
  const cluster: TestCluster = {
    ownerUrl: server.ownerUrl,
    template: outside ? `sb_template_${randomBytes(4).toString('hex')}` : 'sb_template',
    // Roles belong to the whole server: the tests must not change the password of another's.
    appRole: outside ? 'app_rw_test' : 'app_rw',
    appRolePassword: 'password-of-the-tests-and-nothing-else',
    dataDir: server.dataDir,
  }
  await query(cluster.ownerUrl, `create database ${cluster.template}`)
  await migrate({
    ...cluster,
    ownerUrl: addressOf(cluster.ownerUrl, cluster.template),
    queues: jobs,
    log: () => undefined,
  })
  const stop = async () => {
    if (outside) await dropAll(cluster)
    await server.stop()
  }
  return { cluster, stop }
}

async function ownServer() {
  const folder = temporaryFolder()
  const embedded = await startEmbeddedDatabase({
    dataDir: folder.path,
    log: (line) => console.log(line),
    fsync: false,
    maxConnections: 200,
  })
  const stop = async () => {
    await embedded.stop()
    folder.remove()
  }
  return { ownerUrl: embedded.ownerUrl, dataDir: folder.path, stop }
}

// The template, and what was filled from it; the copies of the tests have gone with the tests.
async function dropAll({ ownerUrl, template }: TestCluster): Promise<void> {
  const { rows } = await query<{ datname: string }>(
    ownerUrl,
    `select datname from pg_database where starts_with(datname, '${template}')`,
  )
  for (const { datname } of rows) await query(ownerUrl, `drop database ${datname} with (force)`)
}

/** The way in for whoever may do anything there; null where that is not for us. */
export function superuserUrl(cluster: TestCluster, database: string): string | null {
  const access = cluster.dataDir && readAccess(cluster.dataDir)
  if (!access) return null
  return `postgresql://${superuser}:${access.password}@127.0.0.1:${access.port}/${database}`
}

/** One statement on a connection of its own. */
export async function query<R extends pg.QueryResultRow>(url: string, sql: string) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  return client.query<R>(sql).finally(() => client.end())
}

export function addressOf(url: string, database: string): string {
  const address = new URL(url)
  address.pathname = `/${database}`
  return address.href
}
