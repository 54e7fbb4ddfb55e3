import { migrate } from '#server/kit/database/migrate.ts'
import type { Config } from '#server/kit/start/config.ts'
import { jobs } from './jobs.ts'

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
