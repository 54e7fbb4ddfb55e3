import pg from 'pg'
import { buildApp } from '#server/app.ts'
import { type Database, openDatabase } from '#server/kit/database/database.ts'
import { systemClock } from '#server/kit/http/context.ts'
import type { Config } from '#server/kit/start/config.ts'
import { testConfig } from './config.ts'
import { cloneDatabase } from './database.ts'
import { demoDatabase } from './demo-database.ts'
import { LETTERS } from './letters.ts'

export interface Site {
  url: string
  /** Where its database is, for a worker beside it. */
  appUrl: string
  config: Config
  database: Database
  /** Connected as the owner of the tables; set the scope before touching guarded ones. */
  owner: pg.Client
  close(): Promise<void>
}

// The demonstration's first organisation is the one that everybody there works in.
const FIRST_SCOPE = `select set_config('app.organisation_id', min(id)::text, false) from organisations`

/** The whole product with its demonstration data, serving real HTTP on a port of its own. */
export async function startSite(changes: Partial<Config> = {}): Promise<Site> {
  const copy = await cloneDatabase(demoDatabase)
  const config = testConfig({ demo: true, ...changes })
  const database = openDatabase({ url: copy.appUrl })
  const app = await buildApp({ config, database, clock: systemClock })
  await app.listen({ port: 0, host: '127.0.0.1' })
  const address = app.server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  // A passkey belongs to the address people know the site by.
  config.publicUrl = `http://localhost:${port}`
  const owner = new pg.Client({ connectionString: copy.ownerUrl })
  await owner.connect()
  await owner.query(FIRST_SCOPE)
  await owner.query(LETTERS)
  return {
    url: `http://localhost:${port}`,
    appUrl: copy.appUrl,
    config,
    database,
    owner,
    async close() {
      await app.close()
      await database.close()
      await owner.end()
      await copy.drop()
    },
  }
}
