import type pg from 'pg'
import { plainConn } from '#server/kit/database/plain-conn.ts'
import { sql } from '#server/kit/database/sql.ts'

/** Whoever has rows here. */
export const ORGANISATIONS = sql<{ id: number }>`select id from organisations order by id`

/** From here on, to the end of the connection, only this organisation's rows are seen; '' is none. */
export const SET_SCOPE = sql<never, [organisation_id: string]>`
  select set_config('app.organisation_id', $1, false)`

/** The same to the end of the transaction. */
export const SET_LOCAL_SCOPE = sql<never, [organisation_id: string]>`
  select set_config('app.organisation_id', $1, true)`

/** One transaction that sees this organisation's rows alone; '' is none. */
export async function inScope<T>(
  client: pg.Client,
  organisation_id: string,
  work: () => Promise<T>,
): Promise<T> {
  await client.query('begin')
  try {
    await SET_LOCAL_SCOPE.run(plainConn(client), organisation_id)
    const done = await work()
    await client.query('commit')
    return done
  } catch (error) {
    await client.query('rollback').catch(() => undefined)
    throw error
  }
}
