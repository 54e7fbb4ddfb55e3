import { keptNoMore } from '#domain/books/account-changes.ts'
import { invoice } from '#domain/invoices/invoice.ts'
import { invoiceCalls } from '#domain/invoices/invoice-calls.ts'
import type { InvoiceRequest } from '#domain/invoices/invoice-request.ts'
import type { CheckedOf } from '#domain/kit/call.ts'
import { created, deleted, empty } from '#domain/kit/problem.ts'
import { invoiceItem } from '#server/books/money-keys.ts'
import { settleCustomer } from '#server/books/settle.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { sql } from '#server/kit/database/sql.ts'
import { type Context, scopeOf } from '#server/kit/http/context.ts'
import type { Route } from '#server/kit/http/route.ts'
import { serve } from '#server/kit/http/serve.ts'
import { removeRow } from '#server/kit/rows/change-row.ts'
import type { Catalogue } from '#server/kit/rows/check-row.ts'
import { holdOwner, holdOwners } from '#server/kit/rows/hold-owners.ts'
import { rowNow } from '#server/kit/rows/row-now.ts'
import { isVisible, selectOne } from '#server/kit/rows/store.ts'
import { verbHandlers } from '#server/kit/rows/verb-handlers.ts'
import { notFound, writtenAnswer } from '#server/kit/rows/written-answer.ts'
import { refuseAfterFinal } from './closed-billing.ts'
import { holdCredited } from './credit-note.ts'
import { explainRoutes } from './explain-routes.ts'
import { invoiceActionRoutes } from './invoice-action-routes.ts'
import { billQuestionRoutes, invoiceQuestions } from './invoice-questions.ts'
import { proposeInvoice } from './propose-invoice.ts'
import { releaseSources } from './release-sources.ts'
import { storeInvoice } from './store-invoice.ts'
import { skippedDays, skippedWords } from './unbilled-gap.ts'
import { askedWith, updateInvoice } from './update-invoice.ts'

/** Every call about customers' invoices. */
export function invoiceRoutes(catalogue: Catalogue): Route[] {
  const verbs = verbHandlers(invoice, catalogue, {
    remove: (ctx, conn, input) => removeInvoice(ctx, conn, input, catalogue),
  })
  return [
    ...serve(invoiceCalls, {
      ...verbs,
      propose: { run: proposeAlone },
      create: { write: createInvoice },
      update: { write: updateInvoice },
      latest: latestHandler(catalogue),
      ...invoiceQuestions(catalogue),
    }),
    ...invoiceActionRoutes,
    ...billQuestionRoutes(catalogue),
    ...explainRoutes,
  ]
}

const FREE_PROMISED_MONEY = sql<never, [invoice_id: number]>`
  update invoicepayments set invoice_id = null where invoice_id = $1`

async function removeInvoice(
  ctx: Context,
  conn: Conn,
  input: { id: number; version?: number | undefined },
  catalogue: Catalogue,
) {
  const { id } = input
  await holdOwners(conn, invoice, [id])
  // What it lets go of does not hold it back; a refusal takes all of this back.
  await releaseSources(conn, id)
  // Money that waited for a redone invoice is free again.
  await FREE_PROMISED_MONEY.run(conn, id)
  await removeRow(ctx, conn, invoice, input, catalogue)
  const { row } = await rowNow(ctx, conn, invoice, id)
  await settleCustomer(ctx, conn, row.customer_id, {
    because: 'The draft that money was kept for was deleted.',
    change: keptNoMore(invoiceItem(id)),
  })
  return { status: deleted, data: { id }, message: 'Invoice deleted.' }
}

async function proposeAlone(
  ctx: Context,
  { id, ...request }: CheckedOf<typeof invoiceCalls.propose>,
) {
  const { proposed, skipped } = await ctx.database.read(scopeOf(ctx), (conn) =>
    id === undefined ? proposeFurther(ctx, conn, request) : proposeChange(ctx, conn, id, request),
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
    info: {
      ...{ bill: bills[0] ?? null, bills, blocks, ...gst, trace, warnings, opening, charges },
      skipped,
    },
  }
}

/** One more invoice, where the contract's billing is not closed. */
async function proposeFurther(ctx: Context, conn: Conn, request: InvoiceRequest) {
  const proposed = await proposeInvoice(ctx, conn, request)
  const { contract, input } = proposed
  await refuseAfterFinal(conn, contract?.id ?? null)
  const { period } = input
  const skipped = contract && period ? await skippedDays(conn, contract, period.from) : null
  return { proposed, skipped }
}

/** A draft as it would be with what is being typed. */
async function proposeChange(ctx: Context, conn: Conn, id: number, sent: InvoiceRequest) {
  if (!(await isVisible(conn, invoice, id, ctx.actor.organisation_id))) throw notFound(invoice)
  const { row } = await rowNow(ctx, conn, invoice, id)
  const { request, known } = await askedWith(conn, row, sent)
  return { proposed: await proposeInvoice(ctx, conn, request, known), skipped: null }
}

async function createInvoice(ctx: Context, conn: Conn, request: InvoiceRequest) {
  await holdOwner(conn, invoice, { customer_id: request.customer_id })
  await holdCredited(conn, request.credits_id)
  const { proposed, skipped } = await proposeFurther(ctx, conn, request)
  const written = await storeInvoice(ctx, conn, request, proposed)
  const told = skipped ? [{ message: skippedWords(skipped) }] : []
  const warnings = [...proposed.computed.warnings, ...told]
  return writtenAnswer(ctx, invoice, written, { status: created, warnings })
}

const LATEST = sql<{ id: number }, [customer_id: number | null, contract_id: number | null]>`
  select id from invoices where deleted_at is null and invoice_status <> 'cancelled'
    and ($1::bigint is null or customer_id = $1) and ($2::bigint is null or contract_id = $2)
  order by coalesce(period_end, invoice_date) desc, id desc limit 1`

interface LatestQuestion {
  customer_id?: number | undefined
  contract_id?: number | undefined
}

function latestHandler(catalogue: Catalogue) {
  const run = async (ctx: Context, { customer_id, contract_id }: LatestQuestion) => {
    const found = await ctx.database.read(scopeOf(ctx), async (conn) => {
      const latest = await LATEST.one(conn, customer_id ?? null, contract_id ?? null)
      return latest ? selectOne(conn, invoice, latest.id, ctx.actor, catalogue.lookup) : null
    })
    if (!found) return { status: empty, data: null }
    return { rawData: found.bytes, info: { titles: found.titles } }
  }
  return { run }
}
