import type { Conn, Database, Scope } from './database.ts'
import { plainConn } from './plain-conn.ts'

/**
 * Many questions about one moment, on a connection of their own: what comes in meanwhile is in none of
 * the answers. Nothing is written, and the transaction ends with the connection.
 */
export async function inOneMoment<T>(
  database: Database,
  scope: Scope,
  timeoutMs: number,
  ask: (conn: Pick<Conn, 'query'>) => Promise<T>,
): Promise<T> {
  const { client, release } = await database.dedicated(scope, timeoutMs)
  try {
    await client.query('begin isolation level repeatable read read only')
    return await ask(plainConn(client))
  } finally {
    await release()
  }
}
