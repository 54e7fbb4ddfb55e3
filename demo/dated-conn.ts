import type { Conn } from '#server/kit/database/database.ts'

/** A connection on which rows and their history bear the day that was opened last. */
export interface DatedConn {
  conn: Conn
  open(at: Date): void
}

const TELL = `select set_config('app.told_at', $1, true)`

/** The office works one day after another, and the database dates by it what it stores. */
export function datedConn(conn: Conn): DatedConn {
  let [wanted, told] = ['', '']
  const tell = async () => {
    if (wanted === told) return
    told = wanted
    await conn.query(TELL, [told], 'told_at')
  }
  return {
    open(at) {
      wanted = at.toISOString()
    },
    conn: {
      async query(...statement) {
        await tell()
        return conn.query(...statement)
      },
      async json(...statement) {
        await tell()
        return conn.json(...statement)
      },
      atCommit: (...statement) => conn.atCommit(...statement),
    },
  }
}
