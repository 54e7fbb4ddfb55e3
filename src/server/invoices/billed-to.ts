import type { Conn } from '#server/kit/database/database.ts'

/** A contract is billed up to the last day of its invoices that went out. */
export async function billedTo(conn: Conn, contract_id: number): Promise<void> {
  await conn.query(
    `update contracts set billed_to_date = (select max(period_end) from invoices
       where contract_id = $1 and invoice_status in ('approved', 'invoiced', 'cleared', 'paid')
         and deleted_at is null)
     where id = $1`,
    [contract_id],
  )
}
