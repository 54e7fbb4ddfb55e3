import type { Config } from './config.ts'
import { jobs } from './jobs.ts'
import { migrate } from './kit/migrate.ts'

/** Migrates the database for the role the server will work as. */
export async function prepareDatabase(
  config: Config,
  ownerUrl: string,
  log: (line: string) => void,
): Promise<void> {
  const named = config.databaseAppUrl && new URL(config.databaseAppUrl)
  await migrate({
    ownerUrl,
    // Whoever names a role of their own also keeps its password.
    appRole: named ? decodeURIComponent(named.username) : undefined,
    appRolePassword: named ? undefined : config.secrets.appRolePassword,
    queues: jobs,
    log,
  })
}
