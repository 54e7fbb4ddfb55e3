import type { DemoProvider } from '#demo/gocardless/start-gocardless.ts'
import type { Database } from '#server/kit/database/database.ts'
import { sql } from '#server/kit/database/sql.ts'
import type { Config } from '#server/kit/start/config.ts'
import { GOCARDLESS } from '#server/kit/start/gocardless-settings.ts'
import type { Shutdown } from '#server/kit/start/shutdown.ts'
import { reachDoubles, tellDoubles } from './doubles-file.ts'
import { isDemonstration } from './open-demo.ts'

/** What runs beside a demonstration: its customers' mailboxes and phones, and their banks. */
interface StartedDoubles {
  debits: DemoProvider | undefined
  /** Has them tell the server at this address what happens. */
  listenAt(here: string): Promise<void>
}

/** Everything a demonstration writes and collects stays on this machine. */
export async function startDoubles(
  config: Config,
  database: Database,
  shutdown: Shutdown,
): Promise<StartedDoubles | null> {
  if (!(await isDemonstration(config, database))) return null
  const { startMailbox } = await import('#demo/mailbox/start-mailbox.ts')
  const { startDemoGateways } = await import('#demo/gateways/start-gateways.ts')
  const [mail, phones, debits] = await Promise.all([
    startMailbox(config.dataDir),
    startDemoGateways(),
    startDebits(config),
  ])
  for (const one of [mail, phones, debits]) if (one) shutdown.add(one.stop)
  const doubles = {
    mail: mail.address,
    phones: phones.address,
    ...(debits ? { debits: debits.settings } : {}),
  }
  tellDoubles(config.dataDir, doubles)
  Object.assign(config, (await reachDoubles())(doubles))
  return {
    debits,
    async listenAt(here) {
      await phones.listenAt(here)
      const hook_key = debits && (await hookKeyOf(database))
      if (hook_key) await debits.listenAt(here, hook_key)
    },
  }
}

/** Unless another provider is named, one beside the server collects. */
async function startDebits({ gocardless, dataDir }: Config): Promise<DemoProvider | undefined> {
  if (gocardless.url !== GOCARDLESS) return undefined
  const { startGocardless } = await import('#demo/gocardless/start-gocardless.ts')
  return startGocardless(dataDir)
}

const HARBOUR = sql<{ id: number }, []>`
  select min(id) as id from organisations where demo and deleted_at is null`
const HOOK_KEY = sql<{ hook_key: string }, []>`select hook_key from ddconnections`

/** Where the demonstration's provider tells what happened. */
async function hookKeyOf(database: Database): Promise<string | null> {
  const nowhere = { organisation_id: null, user_id: null }
  const harbour = await database.read(nowhere, (conn) => HARBOUR.one(conn))
  const scope = { organisation_id: harbour?.id ?? 0, user_id: null }
  return (await database.read(scope, (conn) => HOOK_KEY.one(conn)))?.hook_key ?? null
}
