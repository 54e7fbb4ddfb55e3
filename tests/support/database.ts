import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { inject } from 'vitest'
import { appUrl } from '#server/kit/database/app-role.ts'

export interface TestDatabase {
  /** The role that owns the tables; row-level security is forced on it too. */
  ownerUrl: string
  /** The role the application works as. */
  appUrl: string
  drop(): Promise<void>
}

/** A database of one's own, copied from the migrated template in a fraction of a second. */
export function cloneDatabase(): Promise<TestDatabase> {
  return makeDatabase(`template ${inject('cluster').template}`)
}

/** A database with nothing in it, for the tests of the migration itself. */
export function emptyDatabase(): Promise<TestDatabase> {
  return makeDatabase('')
}

async function makeDatabase(from: string): Promise<TestDatabase> {
  const cluster = inject('cluster')
  const name = `${cluster.template}_${process.pid}_${randomBytes(4).toString('hex')}`
  await query(cluster.ownerUrl, `create database ${name} ${from}`)
  const url = new URL(cluster.ownerUrl)
  url.pathname = `/${name}`
  return {
    ownerUrl: url.href,
    appUrl: appUrl(url.href, cluster.appRolePassword, cluster.appRole),
    drop: () => dropDatabase(cluster.ownerUrl, name),
  }
}

// A backend that is still closing belongs to another role and cannot be ended by the owner: it is
// waited for.
async function dropDatabase(url: string, name: string): Promise<void> {
  for (let tries = 1; ; tries++) {
    try {
      return await query(url, `drop database if exists ${name}`)
    } catch (error) {
      if (tries === 50) throw error
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
  }
}

async function query(url: string, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(sql).finally(() => client.end())
}
