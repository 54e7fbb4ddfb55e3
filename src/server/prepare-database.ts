import { migrate } from '#server/kit/database/migrate.ts'
import type { Config } from '#server/kit/start/config.ts'
import { keepCheckWord, refuseOtherFieldKey } from '#server/upkeep/field-key.ts'
import { jobs } from './jobs.ts'

/** Migrates the database for the role the server will work as, if the secrets are its own. */
export async function prepareDatabase(
  config: Config,
  ownerUrl: string,
  log: (line: string) => void,
  { mayChangePassword = false } = {},
): Promise<void> {
  const named = config.databaseAppUrl && new URL(config.databaseAppUrl)
  const keys = config.secrets.fields
  await migrate({
    ownerUrl,
    // Whoever names a role of their own also keeps its password.
    appRole: named ? decodeURIComponent(named.username) : undefined,
    appRolePassword: named ? undefined : config.secrets.appRolePassword,
    queues: jobs,
    log,
    mayChangePassword,
    guard: {
      before: (client) => refuseOtherFieldKey(client, keys),
      after: (client) => keepCheckWord(client, keys),
    },
  })
}
