import { invoiceNamedIn } from '#domain/books/named-invoice.ts'
import { badField } from '#domain/kit/problem.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { sql } from '#server/kit/database/sql.ts'

const OWN_INVOICE = sql<{ id: number }, [invoice_id: number, customer_id: number]>`
  select id from invoices where id = $1 and customer_id = $2 and deleted_at is null`.named(
  'payment_own_invoice',
)

/** A payment is for an invoice of the same customer, or for none in particular. */
export async function refuseForeignInvoice(
  conn: Conn,
  customer_id: number,
  invoice_id: number | null,
): Promise<void> {
  if (invoice_id === null || (await OWN_INVOICE.one(conn, invoice_id, customer_id))) return
  throw badField('invoice_id', 'That invoice is another customer’s.')
}

interface NumberedInvoice {
  id: number
  invoice_number: string | null
  superseded_by_id: number | null
}

// More than the rule may let through, and never less: the figures of its number are in the text, or
// it took the place of another whose may be.
const NUMBERED = sql<NumberedInvoice, [customer_id: number, reference: string]>`
  select id, invoice_number, superseded_by_id from invoices
  where customer_id = $1 and deleted_at is null and (redo_of_id is not null
    or position(ltrim(substring(invoice_number from '[0-9]+$'), '0') in $2) > 0)
  order by id`.named('payment_names')

/** The invoice chosen, else the one whose number stands in the reference. */
export async function namedInvoice(
  conn: Conn,
  customer_id: number,
  { invoice_id, reference }: { invoice_id?: number | null; reference?: string | null },
): Promise<number | null> {
  if (invoice_id) {
    await refuseForeignInvoice(conn, customer_id, invoice_id)
    return invoice_id
  }
  if (!reference || !/[0-9]/.test(reference)) return null
  const rows = await NUMBERED.all(conn, customer_id, reference)
  const redone = rows.filter((row) => row.superseded_by_id !== null)
  const standing = rows.filter((row) => row.superseded_by_id === null)
  return invoiceNamedIn(reference, standing, redone)?.id ?? null
}
