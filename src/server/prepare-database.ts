import { appRoleOf } from '#server/kit/database/app-role.ts'
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
  const keys = config.secrets.fields
  await migrate({
    ownerUrl,
    ...appRoleOf(config),
    queues: jobs,
    log,
    mayChangePassword,
    guard: {
      before: (client) => refuseOtherFieldKey(client, keys),
      after: (client) => keepCheckWord(client, keys),
    },
  })
}
