import pg from 'pg'
import { appUrl } from '#server/kit/database/app-role.ts'
import { addressOf, query, type TestCluster } from './cluster.ts'

export interface TestDatabase {
  /** The role that owns the tables; row-level security is forced on it too. */
  ownerUrl: string
  /** The role the application works as. */
  appUrl: string
  drop(): Promise<void>
}

/** A migrated database that holds more than the template: filled once, then copied by everybody. */
export interface FilledDatabase {
  name: string
  fill(database: TestDatabase): Promise<void>
}

/** Whoever comes first fills it, in whichever process of the run; the others wait for it. */
export async function ensureFilled(cluster: TestCluster, filled: FilledDatabase): Promise<string> {
  const template = `${cluster.template}_of_${filled.name}`
  const guard = new pg.Client({ connectionString: cluster.ownerUrl })
  await guard.connect()
  try {
    await guard.query('select pg_advisory_lock(hashtext($1))', [template])
    const known = await guard.query('select from pg_database where datname = $1', [template])
    if (known.rowCount === 0) {
      const unfinished = `${template}_unfinished`
      await dropDatabase(cluster.ownerUrl, unfinished)
      await filled.fill(await createDatabase(cluster, unfinished, cluster.template))
      await guard.query(`alter database ${unfinished} rename to ${template}`)
    }
  } finally {
    await guard.end()
  }
  return template
}

/** A copy of the template; without one a database with nothing in it. */
export async function createDatabase(
  cluster: TestCluster,
  name: string,
  template?: string,
): Promise<TestDatabase> {
  // Copying files beats writing every page to the log as well, which nobody here reads again.
  const contents = template ? `template ${template} strategy file_copy` : ''
  await query(cluster.ownerUrl, `create database ${name} ${contents}`)
  const ownerUrl = addressOf(cluster.ownerUrl, name)
  return {
    ownerUrl,
    appUrl: appUrl(ownerUrl, cluster.appRolePassword, cluster.appRole),
    drop: () => dropDatabase(cluster.ownerUrl, name),
  }
}

// A backend that is still closing belongs to another role and cannot be ended by the owner: it is
// waited for.
async function dropDatabase(url: string, name: string): Promise<void> {
  for (let tries = 1; ; tries++) {
    try {
      await query(url, `drop database if exists ${name}`)
      return
    } catch (error) {
      if (tries === 100) throw error
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
  }
}
