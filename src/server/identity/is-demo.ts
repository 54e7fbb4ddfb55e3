import type { Conn } from '#server/kit/database/database.ts'
import { sql } from '#server/kit/database/sql.ts'

const IS_DEMO = sql<{ demo: boolean }, []>`
  select demo from organisations where id = scope_organisation()`

/** Whether the organisation in scope is shown and not real: nothing of it leaves the machine. */
export async function isDemo(conn: Conn): Promise<boolean> {
  return (await IS_DEMO.one(conn))?.demo ?? false
}
