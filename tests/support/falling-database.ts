import type { Database } from '#server/kit/database/database.ts'
import type { World } from './world.ts'

/** How many wait for somebody else's row. */
export async function waiting(world: World): Promise<number> {
  // Within a transaction it would go on knowing only the connections of its first look.
  await world.owner.query('select pg_stat_clear_snapshot()')
  const { rows } = await world.owner.query<{ count: number }>(
    `select count(distinct l.pid)::int as count from pg_locks l
     join pg_stat_activity a on a.pid = l.pid
     where not l.granted and a.datname = current_database()`,
  )
  return rows[0]?.count ?? 0
}

/** The connection goes at the nth transaction, before it is kept or right after. */
export function falls(
  database: Database,
  at: number,
  side: 'before' | 'after',
  words = 'Connection terminated unexpectedly',
): Database {
  let count = 0
  const fall = () => {
    throw new Error(words)
  }
  return {
    ...database,
    write: async (given, fn, opening) => {
      count += 1
      const isLast = count === at
      const done = await database.write(
        given,
        async (conn) => {
          const result = await fn(conn)
          if (isLast && side === 'before') fall()
          return result
        },
        opening,
      )
      if (isLast) fall()
      return done
    },
  }
}
