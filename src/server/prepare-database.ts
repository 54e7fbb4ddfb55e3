import { plural } from '#domain/kit/wording.ts'
import { appRoleOf } from '#server/kit/database/app-role.ts'
import { migrate } from '#server/kit/database/migrate.ts'
import type { Config } from '#server/kit/start/config.ts'
import { keepCheckWord, refuseOtherFieldKey } from '#server/upkeep/field-key.ts'
import { sealWaitingFiles } from '#server/upkeep/seal-waiting-files.ts'
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
      after: async (client) => {
        await keepCheckWord(client, keys)
        const sealed = await sealWaitingFiles(client, keys)
        if (sealed > 0) log(`Sealed ${plural(sealed, 'file')} of banks that waited in clear.`)
      },
    },
  })
}
