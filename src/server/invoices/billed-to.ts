import { sentStatuses } from '#domain/books/counted-statuses.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { sql } from '#server/kit/database/sql.ts'

const BILLED_TO = sql<never, [contract_id: number]>`
  update contracts set billed_to_date = greatest(billed_elsewhere_date,
    (select max(period_end) from invoices where contract_id = $1
      and invoice_status in ('approved', ${sentStatuses}) and deleted_at is null))
  where id = $1`

/** A contract is billed up to the last day of its invoices that went out, or where it came from. */
export async function billedTo(conn: Conn, contract_id: number): Promise<void> {
  await BILLED_TO.run(conn, contract_id)
}
