import type { Conn } from '#server/kit/database/database.ts'
import { sql } from '#server/kit/database/sql.ts'

const FREE = sql<never, [invoicepayment_id: number]>`
  update allocations set is_manual = false where invoicepayment_id = $1`

/** What was put somewhere by hand is free to move: settling books where it goes. */
export async function freePlacements(conn: Conn, invoicepayment_id: number): Promise<void> {
  await FREE.run(conn, invoicepayment_id)
}
