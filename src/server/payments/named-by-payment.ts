import { badField } from '#domain/kit/problem.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { sql } from '#server/kit/database/sql.ts'

const OWN_INVOICE = sql<{ id: number }, [invoice_id: number, customer_id: number]>`
  select id from invoices where id = $1 and customer_id = $2 and deleted_at is null`

/** A payment is for an invoice of the same customer, or for none in particular. */
export async function refuseForeignInvoice(
  conn: Conn,
  customer_id: number,
  invoice_id: number | null,
): Promise<void> {
  if (invoice_id === null || (await OWN_INVOICE.one(conn, invoice_id, customer_id))) return
  throw badField('invoice_id', 'That invoice is another customer’s.')
}
