import { invoiceNamedIn } from '#domain/books/named-invoice.ts'
import { badField } from '#domain/kit/problem.ts'
import type { ItemColumns } from '#server/books/money-keys.ts'
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

const OWN_ADJUSTMENT = sql<{ id: number }, [adjustment_id: number, customer_id: number]>`
  select id from adjustments where id = $1 and customer_id = $2 and deleted_at is null`

const ADJUSTMENTS = sql<{ id: number; invoice_number: string }, [customer_id: number]>`
  select id, adjustment_number as invoice_number from adjustments
  where customer_id = $1 and deleted_at is null order by id`.named('payment_names_adjustment')

interface Meant {
  invoice_id?: number | null
  adjustment_id?: number | null
  reference?: string | null
}

/** The same of an adjustment; and it is for one thing. */
export async function refuseForeignAdjustment(
  conn: Conn,
  customer_id: number,
  { invoice_id, adjustment_id }: Meant,
): Promise<void> {
  if (!adjustment_id) return
  if (invoice_id)
    throw badField('adjustment_id', 'A payment is for an invoice or an adjustment, not for both.')
  if (!(await OWN_ADJUSTMENT.one(conn, adjustment_id, customer_id)))
    throw badField('adjustment_id', 'That adjustment is another customer’s.')
}

/** What was chosen, else the invoice, else the adjustment whose number stands in the reference. */
export async function namedItem(
  conn: Conn,
  customer_id: number,
  meant: Meant,
): Promise<ItemColumns> {
  const { adjustment_id, reference } = meant
  await refuseForeignAdjustment(conn, customer_id, meant)
  if (adjustment_id) return { invoice_id: null, adjustment_id }
  const invoice_id = await namedInvoice(conn, customer_id, meant)
  if (invoice_id !== null || !reference || !/[0-9]/.test(reference))
    return { invoice_id, adjustment_id: null }
  const named = invoiceNamedIn(reference, await ADJUSTMENTS.all(conn, customer_id))
  return { invoice_id, adjustment_id: named?.id ?? null }
}

/** The invoice chosen, else the one whose number stands in the reference. */
async function namedInvoice(
  conn: Conn,
  customer_id: number,
  { invoice_id, reference }: Meant,
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
