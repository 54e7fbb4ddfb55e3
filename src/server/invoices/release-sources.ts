import type { Conn } from '#server/kit/database/database.ts'

/** A draft that goes gives its bills and charges back to the next one. */
export async function releaseSources(conn: Conn, invoice_id: number): Promise<void> {
  await conn.query(
    `update bills set invoice_id = null,
       bill_status = case when bill_status = 'invoiced' then 'approved' else bill_status end
     where invoice_id = $1`,
    [invoice_id],
  )
  await conn.query('update pending_charges set invoice_id = null where invoice_id = $1', [
    invoice_id,
  ])
}
