import type { Conn } from '#server/kit/database/database.ts'
import { sql } from '#server/kit/database/sql.ts'

const FREE_BILLS = sql<never, [invoice_id: number]>`
  update bills set invoice_id = null,
    bill_status = case when bill_status = 'invoiced' then 'approved' else bill_status end
  where invoice_id = $1`

const FREE_CHARGES = sql<never, [invoice_id: number]>`
  update pending_charges set invoice_id = null where invoice_id = $1`

/** A draft that goes gives its bills and charges back to the next one. */
export async function releaseSources(conn: Conn, invoice_id: number): Promise<void> {
  await FREE_BILLS.run(conn, invoice_id)
  await FREE_CHARGES.run(conn, invoice_id)
}
