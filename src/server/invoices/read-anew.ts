import { type Invoice, invoice } from '#domain/invoices/invoice.ts'
import { type InvoiceAnew, invoiceDifference } from '#domain/invoices/invoice-difference.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { sql } from '#server/kit/database/sql.ts'
import type { Context } from '#server/kit/http/context.ts'
import { rowNow } from '#server/kit/rows/row-now.ts'
import { notPossible } from '#server/kit/rows/state.ts'
import { proposeInvoice } from './propose-invoice.ts'
import { type AskedAgain, askedAnew, handWritten, inputOf } from './stored-invoice.ts'

/** A draft that is read anew keeps the days somebody chose. */
export async function recalculationOf(
  conn: Conn,
  row: Invoice,
  drop: readonly string[] | undefined,
): Promise<AskedAgain> {
  const { request, known } = await askedAnew(conn, row, drop)
  const { due_date, discounted_date } = row
  const days = { due_date: due_date ?? undefined, discounted_date: discounted_date ?? undefined }
  return { request: { ...request, ...days }, known }
}

const CHARGES = sql<{ id: number }, [invoice_id: number]>`
  select id from pending_charges where invoice_id = $1`

/**
 * The dates of a redo are counted from today: nothing arrives late. It bills the charges its
 * predecessor billed, and nothing that came to wait since; one that was cancelled has let go of them.
 */
export async function redoOf(
  conn: Conn,
  row: Invoice,
  drop: readonly string[] | undefined,
): Promise<AskedAgain> {
  const { request, known } = await askedAnew(conn, row, drop)
  const { invoice_date: _before, ...anew } = request
  if (row.invoice_status === 'cancelled') return { request: anew, known }
  const charges = await CHARGES.all(conn, row.id)
  return { request: anew, known: { ...known, charge_ids: charges.map(({ id }) => id) } }
}

/** What recalculating or redoing an invoice would change; nothing is kept of it. */
export async function differenceAnew(
  ctx: Context,
  conn: Conn,
  id: number,
  drop: readonly string[],
): Promise<InvoiceAnew> {
  const { row } = await rowNow(ctx, conn, invoice, id)
  if (row.invoice_status === 'refunded') throw notPossible('recalculate', 'it was refunded')
  const isDraft = row.invoice_status === 'draft' || row.invoice_status === 'approved'
  const { request, known } = await (isDraft ? recalculationOf : redoOf)(conn, row, drop)
  const { computed } = await proposeInvoice(ctx, conn, request, known)
  const now = { ...computed.fields, lines: computed.lines }
  return {
    ...invoiceDifference(row, now),
    by_hand: handWritten(row, await inputOf(conn, id)),
    warnings: computed.warnings,
  }
}
