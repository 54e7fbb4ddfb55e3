import type { Conn } from '#server/kit/database/database.ts'
import { sql } from '#server/kit/database/sql.ts'

const HOLD = sql<never, [customer_ids: readonly number[]]>`
  select 1 from customers where id = any($1) order by id for no key update`.named('hold_customers')

/**
 * Whoever does something about the same customers' money waits: it is placed by one at a time. The
 * customer is always held first, and what belongs to them after, so that nobody waits in a circle.
 */
export async function holdCustomers(conn: Conn, customer_ids: readonly number[]): Promise<void> {
  await HOLD.run(conn, customer_ids)
}
