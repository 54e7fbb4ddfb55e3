import { buildApp } from '#server/app.ts'
import { type Database, openDatabase } from '#server/kit/database/database.ts'
import { systemClock } from '#server/kit/http/context.ts'
import { type Client, makeClient } from './client.ts'
import { testConfig } from './config.ts'
import { cloneDatabase } from './database.ts'
import { demoDatabase, demoPassword } from './demo-database.ts'

export interface DemoOffice {
  database: Database
  /** Signed in as one of the demonstration's people. */
  as(username: string): Promise<Client>
  /** What the first organisation has. */
  query<R>(sql: string): Promise<R[]>
  close(): Promise<void>
}

/** The demonstration on a database of its own, without a port. */
export async function openDemoOffice(): Promise<DemoOffice> {
  const copy = await cloneDatabase(demoDatabase)
  const database = openDatabase({ url: copy.appUrl })
  const app = await buildApp({ config: testConfig(), database, clock: systemClock })
  return {
    database,
    async as(username) {
      const client = makeClient(app)
      const reply = await client.signIn(username, demoPassword)
      if (reply.status !== 200) throw new Error(`${username} cannot sign in: ${reply.text}`)
      return client
    },
    query: (sql) => database.read({ organisation_id: 1, user_id: null }, (conn) => conn.query(sql)),
    async close() {
      await app.close()
      await database.close()
      await copy.drop()
    },
  }
}
