import type { Database } from '#server/kit/database/database.ts'
import { sql } from '#server/kit/database/sql.ts'
import type { Config } from '#server/kit/start/config.ts'
import { refusal } from '#server/kit/start/refusal.ts'

const DEMO_ACCOUNTS = sql<{ some: boolean; none: boolean }, []>`select
    exists (select from users where demo and demonstration_id is null and not is_disabled
      and deleted_at is null) as some,
    not exists (select from users) as none`

/** Everybody knows the demonstration's password: its accounts are for this machine alone. */
export async function refuseOpenDemo(config: Config, database: Database): Promise<void> {
  if (config.demoOpen || !isReachable(config)) return
  const nowhere = { organisation_id: null, user_id: null }
  const found = await database.read(nowhere, (conn) => DEMO_ACCOUNTS.one(conn))
  const wouldFill = config.demo && found?.none
  if (!found?.some && !wouldFill) return
  throw refusal(
    `The demonstration's accounts have a password that everybody knows, and HOST=${config.host}\n` +
      'lets other machines in. Use HOST=localhost, or DEMO=0 with a database of your own; where the\n' +
      'demonstration is meant for everybody: DEMO_OPEN=1',
  )
}

/** Whether the database is the demonstration's, or about to be filled with it. */
export async function isDemonstration(config: Config, database: Database): Promise<boolean> {
  const nowhere = { organisation_id: null, user_id: null }
  const found = await database.read(nowhere, (conn) => DEMO_ACCOUNTS.one(conn))
  return config.demo && (found?.some === true || found?.none === true)
}

/** By its own address, or by that of a proxy in front. */
function isReachable({ host, trustProxy, production }: Config): boolean {
  const isLoopback = /^(localhost|127(\.\d+){3}|::1|\[::1\])$/i.test(host)
  return !isLoopback || trustProxy || production
}
