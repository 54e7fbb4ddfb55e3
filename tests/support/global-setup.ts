import { randomBytes } from 'node:crypto'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
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
}

declare module 'vitest' {
  interface ProvidedContext {
    cluster: TestCluster
  }
}

/** One PostgreSQL per run: our own without fsync, or the one that TEST_DATABASE_URL names. */
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  const outside = process.env.TEST_DATABASE_URL
  const server = outside ? { ownerUrl: outside, stop: async () => {} } : await ownServer()
  const cluster: TestCluster = {
    ownerUrl: server.ownerUrl,
    template: outside ? `sb_template_${randomBytes(4).toString('hex')}` : 'sb_template',
    // Roles belong to the whole server: the tests must not change the password of another's.
    appRole: outside ? 'app_rw_test' : 'app_rw',
    appRolePassword: 'password-of-the-tests-and-nothing-else',
  }
  await query(cluster.ownerUrl, `create database ${cluster.template}`)
  await migrate({
    ...cluster,
    ownerUrl: addressOf(cluster.ownerUrl, cluster.template),
    queues: jobs,
    log: () => undefined,
  })
  project.provide('cluster', cluster)
  return async () => {
    if (outside) await query(cluster.ownerUrl, `drop database ${cluster.template} with (force)`)
    await server.stop()
  }
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
  return { ownerUrl: embedded.ownerUrl, stop }
}

async function query(url: string, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(sql).finally(() => client.end())
}

function addressOf(url: string, database: string): string {
  const address = new URL(url)
  address.pathname = `/${database}`
  return address.href
}
