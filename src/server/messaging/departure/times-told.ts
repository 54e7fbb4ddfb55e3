import type { Conn } from '#server/kit/database/database.ts'
import { sql } from '#server/kit/database/sql.ts'

const TIMES = sql<{ times: number }, [object_class: string, object_id: number, action: string]>`
  select count(*)::int as times from history
  where object_class = $1 and object_id = $2 and action = $3`

/** How often something was done to a record, as its history tells it. */
export const timesTold =
  (object_class: string, action: string) =>
  async (conn: Conn, id: number): Promise<number> =>
    (await TIMES.one(conn, object_class, id, action))?.times ?? 0
