import type { Readable } from 'node:stream'
import type pg from 'pg'
import type { Conn } from '#server/kit/database/database.ts'
import { plainConn } from '#server/kit/database/plain-conn.ts'
import { sql } from '#server/kit/database/sql.ts'
import { type Context, scopeOf } from '#server/kit/http/context.ts'

/** The organisation as it was at one moment, for as long as it takes to read it. */
export interface Snapshot {
  /** The moment that all of it tells of. */
  as_at: string
  client: pg.Client
  /** What asks the database by itself sees the same moment through this. */
  ctx: Context
  copy(text: string): Readable
  end(): Promise<void>
}

const STATEMENT_MS = 60_000

const MOMENT = sql<{ as_at: string }>`select date_trunc('milliseconds', now()) as as_at`

/** Opened on a connection of its own: nobody waits for it, and it waits for nobody. */
export async function openSnapshot(ctx: Context): Promise<Snapshot> {
  const { client, copy, release } = await ctx.database.dedicated(scopeOf(ctx), STATEMENT_MS)
  try {
    await client.query('begin isolation level repeatable read, read only')
    // Between two files it waits for the store, which may take its time.
    await client.query('set local idle_in_transaction_session_timeout = 0')
    const moment = await MOMENT.one(plainConn(client))
    const conn = connOf(client)
    const within = <T>(_scope: unknown, run: (within: Conn) => Promise<T>) => run(conn)
    const database = { ...ctx.database, read: within, write: within, single: within }
    return {
      as_at: moment?.as_at ?? '',
      client,
      ctx: { ...ctx, database },
      copy: (text) => copy(text, { head: '', put: asItIs, more: 0 }),
      end: release,
    }
  } catch (error) {
    await release()
    throw error
  }
}

const asItIs = (out: Buffer, to: number, bytes: Buffer, from: number, end: number) =>
  to + bytes.copy(out, to, from, end)

function connOf(client: pg.Client): Conn {
  const never = () => {
    throw new Error('A snapshot is only read, and by ordinary queries.')
  }
  // One after the other: what asks for several things at once expects a connection that takes them so.
  let last: Promise<unknown> = Promise.resolve()
  return {
    query: <R>(text: string, values: unknown[] = []) => {
      const asked = last.then(() => client.query({ text, values }))
      last = asked.catch(() => undefined)
      // The caller names the row it selects.
      return asked.then(({ rows }) => rows as R[])
    },
    json: never,
    atCommit: never,
  }
}
