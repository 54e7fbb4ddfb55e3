import { z } from 'zod'
import { invoice } from '#domain/invoices/invoice.ts'
import { type InvoiceRequest, invoiceRequest } from '#domain/invoices/invoice-request.ts'
import { created, deleted } from '#domain/kit/problem.ts'
import { idSchema } from '#domain/kit/schema.ts'
import { settleCustomer } from '#server/books/settle.ts'
import { scopeOf } from '#server/kit/http/context.ts'
import { type Route, route } from '#server/kit/http/route.ts'
import { removeRow } from '#server/kit/rows/change-row.ts'
import type { Catalogue } from '#server/kit/rows/check-row.ts'
import { resource } from '#server/kit/rows/resource.ts'
import { rowNow } from '#server/kit/rows/row-now.ts'
import { writtenAnswer } from '#server/kit/rows/written-answer.ts'
import { explainRoutes } from './explain-routes.ts'
import { invoiceActionRoutes } from './invoice-action-routes.ts'
import { invoiceListRoutes } from './invoice-list-routes.ts'
import { proposeInvoice } from './propose-invoice.ts'
import { releaseSources } from './release-sources.ts'
import { storeInvoice } from './store-invoice.ts'
import { updateInvoiceRoute } from './update-invoice.ts'

/** Every call about customers' invoices. */
export function invoiceRoutes(catalogue: Catalogue): Route[] {
  return [
    ...resource(invoice, catalogue, {
      remove: async (ctx, conn, input) => {
        const { id } = input
        // What it lets go of does not hold it back; a refusal takes all of this back.
        await releaseSources(conn, id)
        // Money that waited for a redone invoice is free again.
        await conn.query(
          'update invoicepayments set invoice_id = null, reserved_amount = 0 where invoice_id = $1',
          [id],
        )
        await removeRow(ctx, conn, invoice, input, catalogue)
        const { row } = await rowNow(ctx, conn, invoice, id)
        await settleCustomer(ctx, conn, row.customer_id)
        return { status: deleted, data: { id }, message: 'Invoice deleted.' }
      },
      // An invoice is made from a request of its own shape, and `draft` brings a deleted one back.
      without: ['create', 'update', 'restore'],
    }),
    newRoute,
    createRoute,
    updateInvoiceRoute,
    latestRoute(catalogue),
    ...invoiceActionRoutes,
    ...invoiceListRoutes(catalogue),
    ...explainRoutes,
  ]
}

const newRoute = route<InvoiceRequest>({
  method: 'POST',
  path: '/invoice/new',
  summary: 'Compute an invoice without storing it: fields, lines, both GST outcomes and the trace',
  policy: { from: 'user' },
  replayed: false,
  input: invoiceRequest,
  run: async (ctx, request) => {
    const proposed = await ctx.database.read(scopeOf(ctx), (conn) =>
      proposeInvoice(ctx, conn, request),
    )
    const { computed, contract, bills, opening, charges, input } = proposed
    const { fields, lines, blocks, gst, trace, warnings } = computed
    return {
      data: {
        ...fields,
        customer_id: request.customer_id,
        contract_id: contract?.id ?? null,
        billing: input.billing,
        split_collection: input.split_collection,
        lines,
      },
      info: { bill: bills[0] ?? null, bills, blocks, ...gst, trace, warnings, opening, charges },
    }
  },
})

const createRoute = route<InvoiceRequest>({
  method: 'PUT',
  path: '/invoice',
  summary: 'Store an invoice as a draft, together with its bill',
  policy: { from: 'user' },
  output: { entity: invoice, many: false },
  input: invoiceRequest,
  write: async (ctx, conn, request) => {
    const proposed = await proposeInvoice(ctx, conn, request)
    const written = await storeInvoice(ctx, conn, request, proposed)
    const warnings = proposed.computed.warnings
    return writtenAnswer(ctx, invoice, written, { status: created, warnings })
  },
})

function latestRoute(catalogue: Catalogue): Route {
  return route<{ customer_id?: number | undefined; contract_id?: number | undefined }>({
    method: 'GET',
    path: '/invoice/latest',
    summary: 'The newest invoice of a customer or a contract',
    policy: { from: 'user' },
    output: { entity: invoice, many: false },
    input: z.object({ customer_id: idSchema.optional(), contract_id: idSchema.optional() }),
    run: async (ctx, { customer_id, contract_id }) => {
      const { selectOne } = await import('#server/kit/rows/store.ts')
      const found = await ctx.database.read(scopeOf(ctx), async (conn) => {
        const [row] = await conn.query<{ id: number }>(
          `select id from invoices where deleted_at is null and invoice_status <> 'cancelled'
             and ($1::bigint is null or customer_id = $1)
             and ($2::bigint is null or contract_id = $2)
           order by coalesce(period_end, invoice_date) desc, id desc limit 1`,
          [customer_id ?? null, contract_id ?? null],
        )
        return row ? selectOne(conn, invoice, row.id, ctx.actor, catalogue.lookup) : null
      })
      if (!found) return { status: 260, data: null }
      return { rawData: found.bytes, info: { titles: found.titles } }
    },
  })
}
