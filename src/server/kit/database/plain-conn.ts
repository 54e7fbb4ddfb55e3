import type pg from 'pg'
import type { Conn } from './database.ts'

/** A connection that somebody opened for themselves, asked by the statements of everybody. */
export function plainConn(client: Pick<pg.ClientBase, 'query'>): Pick<Conn, 'query'> {
  return {
    // The statement names the row it selects.
    query: async <R>(text: string, values?: unknown[]) =>
      (await client.query(text, values)).rows as R[],
  }
}
