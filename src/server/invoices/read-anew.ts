import { type Invoice, invoice } from '#domain/invoices/invoice.ts'
import { type InvoiceAnew, invoiceDifference } from '#domain/invoices/invoice-difference.ts'
import type { Conn } from '#server/kit/database/database.ts'
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

/** The dates of a redo are counted from today: nothing arrives late. */
export async function redoOf(
  conn: Conn,
  row: Invoice,
  drop: readonly string[] | undefined,
): Promise<AskedAgain> {
  const { request, known } = await askedAnew(conn, row, drop)
  const { invoice_date: _before, ...anew } = request
  return { request: anew, known }
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
