import type { Conn, Database } from '#server/kit/database/database.ts'

export interface CountingDatabase {
  database: Database
  /** The statements sent since this was last asked. */
  taken(): string[]
}

/** The same database, which remembers what it was asked. */
export function countingDatabase(database: Database): CountingDatabase {
  let statements: string[] = []
  const counted = (conn: Conn): Conn => ({
    query: (...given) => {
      statements.push(given[0])
      return conn.query(...given)
    },
    json: (...given) => {
      statements.push(given[1])
      return conn.json(...given)
    },
    atCommit: (...given) => {
      statements.push(String(given[0]))
      conn.atCommit(...given)
    },
  })
  return {
    database: {
      ...database,
      read: (scope, fn) => database.read(scope, (conn) => fn(counted(conn))),
      write: (scope, fn, opening) => database.write(scope, (conn) => fn(counted(conn)), opening),
    },
    taken() {
      const all = statements
      statements = []
      return all
    },
  }
}
