import { z } from 'zod'
import { invoice } from '#domain/invoices/invoice.ts'
import { type InvoiceRequest, invoiceRequest } from '#domain/invoices/invoice-request.ts'
import { badField, updated } from '#domain/kit/problem.ts'
import { idSchema } from '#domain/kit/schema.ts'
import { settleCustomer } from '#server/books/settle.ts'
import type { Conn } from '#server/kit/database/database.ts'
import type { Context } from '#server/kit/http/context.ts'
import { route } from '#server/kit/http/route.ts'
import { differences } from '#server/kit/rows/change-row.ts'
import { writtenAnswer } from '#server/kit/rows/resource.ts'
import { notPossible } from '#server/kit/rows/state.ts'
import { transition } from '#server/kit/rows/transition.ts'
import { explainPeriodOverlap } from './period-overlap.ts'
import { proposeInvoice } from './propose-invoice.ts'
import { invoiceValues, linkSources } from './store-invoice.ts'

const change = invoiceRequest.partial().extend({
  id: idSchema,
  version: z.int().min(1),
  reason: z.string().trim().max(1000).optional(),
})
type Change = z.infer<typeof change>
type Sent = Omit<Change, 'id' | 'version' | 'reason'>

/** A draft is computed anew from what was sent; a numbered invoice keeps its money. */
export const updateInvoiceRoute = route<Change>({
  method: 'POST',
  path: '/invoice',
  summary: 'Change an invoice; its amounts are computed anew while it is a draft',
  policy: { from: 'user' },
  target: invoice,
  output: { entity: invoice, many: false },
  input: change,
  write: async (ctx, conn, input) => {
    const { id, version, reason, ...sent } = input
    const asked = { id, version, reason }
    const written = await explainPeriodOverlap(() =>
      transition(ctx, conn, invoice, 'update', asked, async ({ row }) =>
        row.invoice_status === 'draft'
          ? recompute(ctx, conn, row, sent)
          : laterDates(row, sent, reason),
      ),
    )
    const after = JSON.parse(written.row)
    if (after.invoice_status === 'invoiced') await settleCustomer(ctx, conn, after.customer_id)
    return writtenAnswer(ctx, invoice, written, { status: updated, warnings: after.warnings ?? [] })
  },
})

async function recompute(
  ctx: Context,
  conn: Conn,
  row: Record<string, unknown>,
  sent: Sent,
): Promise<Record<string, unknown>> {
  const request: InvoiceRequest = { ...requestOf(row), ...keptDates(row, sent), ...said(sent) }
  const proposed = await proposeInvoice(ctx, conn, request, Number(row.id))
  await linkSources(ctx, conn, Number(row.id), request, proposed)
  return onlyChanged(row, invoiceValues(request, proposed))
}

/** Days somebody chose stay, until what they were counted from changes. */
function keptDates(row: Record<string, unknown>, sent: Sent) {
  const moved = [sent.invoice_date, sent.due_date_type, sent.due_date_value_offset]
  if ([...moved, sent.due_date_value_fixed].some((value) => value !== undefined)) return {}
  const day = (name: string) => (typeof row[name] === 'string' ? row[name] : undefined)
  return { due_date: day('due_date'), discounted_date: day('discounted_date') }
}

/** What was really said about the draft; the customer is the one it is for. */
function said({ customer_id: _customer, ...sent }: Sent): Omit<Sent, 'customer_id'> {
  return Object.fromEntries(Object.entries(sent).filter(([, value]) => value !== undefined))
}

/** The request that would make a stored draft again, with the lines it has. */
export function requestOf(row: Record<string, unknown>): InvoiceRequest {
  const text = (name: string) => (typeof row[name] === 'string' ? row[name] : undefined)
  const lines = Array.isArray(row.lines) ? row.lines : []
  return {
    customer_id: Number(row.customer_id),
    contract_id: typeof row.contract_id === 'number' ? row.contract_id : null,
    invoice_date: text('invoice_date'),
    period_start: text('period_start'),
    period_end: text('period_end'),
    discount_percent: text('discount_percent'),
    gst_percent: text('gst_percent'),
    service_fee_percent: text('service_fee_percent'),
    late_payment_fee_amount: text('late_payment_fee_amount'),
    last_for_contract: row.last_for_contract === true,
    lines: lines.map(
      ({ name, quantity, rate, unit, discountable, from, to, source, pending_charge_id }) => ({
        ...{ name, quantity, rate, unit, discountable, from, to, source },
        ...(pending_charge_id ? { pending_charge_id } : {}),
      }),
    ),
  }
}

function onlyChanged(row: Record<string, unknown>, values: Record<string, unknown>) {
  const names = Object.keys(differences(invoice, row, values))
  return Object.fromEntries(names.map((name) => [name, values[name]]))
}

const stillFree = ['notes', 'due_date', 'discounted_date']

/** After approval only notes and later dates: everything else is a redo. */
function laterDates(
  row: Record<string, unknown>,
  sent: Sent,
  reason: string | undefined,
): Record<string, unknown> {
  const changed = Object.keys(differences(invoice, row, sent))
  if (sent.lines !== undefined || changed.some((name) => !stillFree.includes(name)))
    throw notPossible('change', 'its money is frozen since it was approved', 'Redo it instead.')
  for (const name of ['due_date', 'discounted_date'] as const) {
    const day = sent[name]
    if (!changed.includes(name)) continue
    if (!day) throw badField(name, 'An approved invoice keeps its dates.')
    if (typeof row[name] === 'string' && day < row[name])
      throw badField(name, 'The customer was given longer than that.')
    if (!reason) throw badField('reason', 'Say why the customer gets longer.')
  }
  // Each name is one of the few fields that stay free.
  return Object.fromEntries(changed.map((name) => [name, (sent as Record<string, unknown>)[name]]))
}
