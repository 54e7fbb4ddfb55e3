import { appUrl } from '#server/kit/database/app-role.ts'
import type { Config } from '#server/kit/start/config.ts'
import { refusal } from '#server/kit/start/refusal.ts'
import { readAccess } from './cluster.ts'
import { lockHolder } from './data-folder-lock.ts'
import { startEmbeddedDatabase } from './embedded-database.ts'
import { ownerUrl } from './owner.ts'

/** A database that can be talked to now, as its owner and as the application. */
export interface ReachedDatabase {
  ownerUrl: string
  appUrl: string
  stop(): Promise<void>
  cutOff(): void
}

/** For the server: an outside database if one is named, else the embedded one, started here. */
export async function openDatabaseFor(
  config: Config,
  log: (line: string) => void,
): Promise<ReachedDatabase> {
  if (config.databaseUrl) return reached(config, config.databaseUrl)
  const embedded = await startEmbeddedDatabase({ dataDir: config.dataDir, log })
  return { ...reached(config, embedded.ownerUrl), stop: embedded.stop, cutOff: embedded.cutOff }
}

/** For scripts: also uses the embedded database of a server that is running already. */
export async function reachDatabase(
  config: Config,
  log: (line: string) => void,
): Promise<ReachedDatabase> {
  return runningDatabase(config) ?? (await openDatabaseFor(config, log))
}

/** For a worker of its own: it never starts a database, because it would end together with it. */
export function findDatabase(config: Config): ReachedDatabase {
  const found = config.databaseUrl ? reached(config, config.databaseUrl) : runningDatabase(config)
  if (found) return found
  throw refusal(
    `No database is running on ${config.dataDir}.\n` +
      'Start the server first (npm start), or set DATABASE_URL to a PostgreSQL of your own.',
  )
}

function runningDatabase(config: Config): ReachedDatabase | undefined {
  if (config.databaseUrl || !lockHolder(config.dataDir)) return undefined
  const access = readAccess(config.dataDir)
  return access && reached(config, ownerUrl(access))
}

// Somebody else's database is left running.
function reached(config: Config, url: string): ReachedDatabase {
  const forApp = config.databaseAppUrl ?? appUrl(url, config.secrets.appRolePassword)
  return { ownerUrl: url, appUrl: forApp, stop: async () => {}, cutOff: () => {} }
}
