import { type Invoice, invoice } from '#domain/invoices/invoice.ts'
import type { invoiceCalls } from '#domain/invoices/invoice-calls.ts'
import type { InvoiceRequest } from '#domain/invoices/invoice-request.ts'
import type { CheckedOf } from '#domain/kit/call.ts'
import type { Stored } from '#domain/kit/entity.ts'
import { badField, updated } from '#domain/kit/problem.ts'
import { settleCustomer } from '#server/books/settle.ts'
import type { Conn } from '#server/kit/database/database.ts'
import type { Context } from '#server/kit/http/context.ts'
import type { Answer } from '#server/kit/http/route.ts'
import { differences } from '#server/kit/rows/change-row.ts'
import { notPossible } from '#server/kit/rows/state.ts'
import { transition } from '#server/kit/rows/transition.ts'
import { writtenAnswer } from '#server/kit/rows/written-answer.ts'
import { explainPeriodOverlap } from './period-overlap.ts'
import { proposeInvoice } from './propose-invoice.ts'
import { invoiceValues, linkSources } from './store-invoice.ts'

type InvoiceChange = CheckedOf<typeof invoiceCalls.update>
type SentFields = Omit<InvoiceChange, 'id' | 'version' | 'reason'>

/** A draft is computed anew from what was sent; a numbered invoice keeps its money. */
export async function updateInvoice(
  ctx: Context,
  conn: Conn,
  { id, version, reason, ...sent }: InvoiceChange,
): Promise<Answer<never>> {
  const about = { id, version, reason }
  const written = await explainPeriodOverlap(() =>
    transition(ctx, conn, invoice, 'update', about, async ({ row }) =>
      row.invoice_status === 'draft'
        ? recompute(ctx, conn, row, sent)
        : laterDates(row, sent, reason),
    ),
  )
  const after = written.row
  if (after.invoice_status === 'invoiced')
    await settleCustomer(ctx, conn, after.customer_id, {
      because: reason ?? `Invoice ${after.invoice_number} was changed.`,
    })
  return writtenAnswer(ctx, invoice, written, { status: updated, warnings: after.warnings ?? [] })
}

async function recompute(
  ctx: Context,
  conn: Conn,
  row: Invoice,
  sent: SentFields,
): Promise<Stored<typeof invoice>> {
  const request: InvoiceRequest = { ...requestOf(row), ...keptDates(row, sent), ...said(sent) }
  const proposed = await proposeInvoice(ctx, conn, request, row.id)
  await linkSources(ctx, conn, row.id, request, proposed)
  return onlyChanged(row, invoiceValues(request, proposed))
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

/** The request that would make a stored draft again, with the lines it has. */
export function requestOf(row: Invoice): InvoiceRequest {
  return {
    customer_id: row.customer_id,
    contract_id: row.contract_id,
    invoice_date: row.invoice_date ?? undefined,
    period_start: row.period_start ?? undefined,
    period_end: row.period_end ?? undefined,
    discount_percent: row.discount_percent ?? undefined,
    gst_percent: row.gst_percent ?? undefined,
    service_fee_percent: row.service_fee_percent ?? undefined,
    late_payment_fee_amount: row.late_payment_fee_amount ?? undefined,
    last_for_contract: row.last_for_contract,
    lines: (row.lines ?? []).map(
      ({ name, quantity, rate, unit, discountable, from, to, source, pending_charge_id }) => ({
        ...{ name, quantity, rate, unit, discountable, from, to, source },
        ...(pending_charge_id ? { pending_charge_id } : {}),
      }),
    ),
  }
}

function onlyChanged(row: Invoice, values: Stored<typeof invoice>): Stored<typeof invoice> {
  const changes = differences(invoice, row, values)
  const changed = Object.entries(values).filter(([name]) => name in changes)
  return Object.fromEntries(changed) as Stored<typeof invoice> // Some of the values.
}

const stillFree = ['notes', 'due_date', 'discounted_date']

/** After approval only notes and later dates: everything else is a redo. */
function laterDates(
  row: Invoice,
  { lines, ...sent }: SentFields,
  reason: string | undefined,
): Stored<typeof invoice> {
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
  return {
    ...(changes.notes ? { notes } : {}),
    ...(changes.due_date ? { due_date } : {}),
    ...(changes.discounted_date ? { discounted_date } : {}),
  }
}
