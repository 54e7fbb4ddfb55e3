import { type Invoice, invoice } from '#domain/invoices/invoice.ts'
import type { invoiceCalls } from '#domain/invoices/invoice-calls.ts'
import type { CheckedOf } from '#domain/kit/call.ts'
import type { StoredColumns } from '#domain/kit/entity.ts'
import { badField, updated } from '#domain/kit/problem.ts'
import { settleCustomer } from '#server/books/settle.ts'
import type { Conn } from '#server/kit/database/database.ts'
import type { Context } from '#server/kit/http/context.ts'
import type { Answer } from '#server/kit/http/route.ts'
import { differences } from '#server/kit/rows/change-row.ts'
import { notPossible } from '#server/kit/rows/state.ts'
import { type ActionRequest, transition } from '#server/kit/rows/transition.ts'
import { writtenAnswer } from '#server/kit/rows/written-answer.ts'
import { refuseLateDiscount } from './invoice-bounds.ts'
import { explainPeriodOverlap } from './period-overlap.ts'
import { proposeInvoice } from './propose-invoice.ts'
import { invoiceValues, linkSources } from './store-invoice.ts'
import { type AskedAgain, askedAnew, inputOf, requestOf } from './stored-invoice.ts'
import { tellLaterDates } from './tell-later-dates.ts'

type InvoiceChange = CheckedOf<typeof invoiceCalls.update>
type SentFields = Omit<InvoiceChange, 'id' | 'version' | 'reason'>

/** A draft is computed anew from what was sent; a numbered invoice keeps its money. */
export async function updateInvoice(
  ctx: Context,
  conn: Conn,
  { id, version, reason, ...sent }: InvoiceChange,
): Promise<Answer<never>> {
  const about = { id, version, reason }
  let isLater = false
  const written = await explainPeriodOverlap(() =>
    transition(ctx, conn, invoice, 'update', about, async ({ row }) => {
      if (row.invoice_status === 'draft') return recompute(ctx, conn, row, sent)
      const values = laterDates(row, sent, reason)
      isLater = 'due_date' in values || 'discounted_date' in values
      return values
    }),
  )
  const after = written.row
  if (after.invoice_status === 'invoiced') {
    await settleCustomer(ctx, conn, after.customer_id, {
      because: reason ?? `Invoice ${after.invoice_number} was changed.`,
    })
    if (isLater) await tellLaterDates(ctx, conn, { id, version: written.version })
  }
  return writtenAnswer(ctx, invoice, written, { status: updated, warnings: after.warnings ?? [] })
}

/** What somebody else's decision changes on a draft. */
export async function changeDraft(
  ctx: Context,
  conn: Conn,
  about: ActionRequest,
  sent: SentFields,
): Promise<void> {
  await transition(ctx, conn, invoice, 'update', about, ({ row }) =>
    recompute(ctx, conn, row, sent),
  )
}

async function recompute(
  ctx: Context,
  conn: Conn,
  row: Invoice,
  sent: SentFields,
): Promise<StoredColumns<typeof invoice>> {
  const { request, known } = await askedWith(conn, row, sent)
  const proposed = await proposeInvoice(ctx, conn, request, known)
  await linkSources(ctx, conn, row.id, request, proposed)
  return onlyChanged(row, invoiceValues(request, proposed))
}

/**
 * How a draft is asked for with what was said about it. Its readings and rates stay as they were,
 * until somebody recalculates it or names other days.
 */
export async function askedWith(conn: Conn, row: Invoice, sent: SentFields): Promise<AskedAgain> {
  const more = { ...keptDates(row, sent), ...said(sent) }
  if (sent.lines === undefined && isElsewhere(row, sent)) {
    const { request, known } = await askedAnew(conn, row)
    return { request: { ...request, ...more }, known }
  }
  const kept = await inputOf(conn, row.id)
  return { request: { ...requestOf(row), ...more }, known: { id: row.id, kept } }
}

/** Other days, or another contract, are other readings and rates. */
function isElsewhere(row: Invoice, sent: SentFields): boolean {
  const names = ['contract_id', 'period_start', 'period_end'] as const
  return names.some((name) => sent[name] !== undefined && sent[name] !== row[name])
}

/** Days somebody chose stay, until what they were counted from changes. */
function keptDates(
  { due_date, discounted_date }: Pick<Invoice, 'due_date' | 'discounted_date'>,
  sent: SentFields,
) {
  const moved = [sent.invoice_date, sent.due_date_type, sent.due_date_value_offset]
  if ([...moved, sent.due_date_value_fixed].some((value) => value !== undefined)) return {}
  return { due_date: due_date ?? undefined, discounted_date: discounted_date ?? undefined }
}

/** What was really said about the draft; the customer is the one it is for. */
function said({ customer_id: _customer, ...sent }: SentFields): Omit<SentFields, 'customer_id'> {
  return Object.fromEntries(Object.entries(sent).filter(([, value]) => value !== undefined))
}

function onlyChanged(
  row: Invoice,
  values: StoredColumns<typeof invoice>,
): StoredColumns<typeof invoice> {
  const changes = differences(invoice, row, values)
  const changed = Object.entries(values).filter(([name]) => name in changes)
  return Object.fromEntries(changed) as StoredColumns<typeof invoice> // Some of the values.
}

const stillFree = ['notes', 'due_date', 'discounted_date']

/** After approval only notes and later dates: everything else is a redo. */
function laterDates(
  row: Invoice,
  { lines, ...sent }: SentFields,
  reason: string | undefined,
): StoredColumns<typeof invoice> {
  const changes = differences(invoice, row, sent)
  const { notes, due_date, discounted_date } = sent
  if (lines !== undefined || Object.keys(changes).some((name) => !stillFree.includes(name)))
    throw notPossible('change', 'its money is frozen since it was approved', 'Redo it instead.')
  for (const name of ['due_date', 'discounted_date'] as const) {
    const [before, day] = [row[name], sent[name]]
    if (!changes[name]) continue
    if (!day) throw badField(name, 'An approved invoice keeps its dates.')
    if (before !== null && day < before)
      throw badField(name, 'The customer was given longer than that.')
    if (!reason) throw badField('reason', 'Say why the customer gets longer.')
  }
  refuseLateDiscount({
    due_date: due_date ?? row.due_date,
    discounted_date: discounted_date ?? row.discounted_date,
  })
  return {
    ...(changes.notes ? { notes } : {}),
    ...(changes.due_date ? { due_date } : {}),
    ...(changes.discounted_date ? { discounted_date } : {}),
  }
}
