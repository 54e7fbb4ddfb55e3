import { billChange } from '#domain/invoices/bill-change.ts'
import { invoiceDifference } from '#domain/invoices/invoice-difference.ts'
import {
  type InvoiceChange,
  type InvoiceDelivery,
  type InvoiceOpening,
  type InvoiceReminder,
  invoiceDocumentCalls,
} from '#domain/invoices/invoice-document-calls.ts'
import { empty } from '#domain/kit/problem.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { sql } from '#server/kit/database/sql.ts'
import type { Context } from '#server/kit/http/context.ts'
import type { Route } from '#server/kit/http/route.ts'
import { serve } from '#server/kit/http/serve.ts'
import { pdfAnswer } from '#server/kit/print/pdf-answer.ts'
import { renderPdf } from '#server/kit/print/render-pdf.ts'
import { aboutInvoice } from './about-invoice.ts'
import { contentOf } from './invoice-document.ts'
import { invoiceFacts } from './invoice-facts.ts'
import { printPostRun } from './print-post-run.ts'

const SENT_DOCUMENT = sql<SentDocument, [invoice_id: number]>`
  select d.pdf, i.invoice_number from invoice_documents d
  join invoices i on i.id = d.invoice_id where d.invoice_id = $1`

const DELIVERIES = sql<InvoiceDelivery, [invoice_id: number]>`
  select id, recipient, subject, kind, status, error, created_at, sent_at from messages
  where invoice_id = $1 and type = 'email' and direction = 'out' order by id desc limit 500`

const REMINDERS = sql<InvoiceReminder, [invoice_id: number]>`
  select id, step, outcome, reason, created_at from reminders
  where invoice_id = $1 order by id desc limit 500`

const OPENINGS = sql<InvoiceOpening, [invoice_id: number]>`
  select id, kind, ip, user_agent, created_at from invoice_openings
  where invoice_id = $1 order by id desc limit 500`

async function showDocument(ctx: Context, { id }: { id: number }) {
  const found = await aboutInvoice(ctx, id, async (conn) => {
    const sent = await findSentDocument(conn, id)
    return sent ?? { preview: await contentOf(ctx, conn, await invoiceFacts(conn, id)) }
  })
  if ('pdf' in found) return pdfAnswer(found.pdf, `Invoice ${found.invoice_number}`)
  return pdfAnswer(await renderPdf(found.preview), `Invoice ${found.preview.reference} preview`)
}

interface SentDocument {
  pdf: Buffer
  invoice_number: string
}

/** The page as it went out; none before that. */
export function findSentDocument(conn: Conn, id: number): Promise<SentDocument | undefined> {
  return SENT_DOCUMENT.one(conn, id)
}

const PREVIOUS = sql<{ id: number }, [id: number]>`
  select p.id from invoices i join invoices p on p.contract_id = i.contract_id
    and p.customer_id = i.customer_id
    and p.period_end < i.period_start and p.deleted_at is null
    and p.invoice_status not in ('draft', 'cancelled')
    and (p.invoiced_at is not null or i.invoiced_at is null)
  where i.id = $1 order by p.period_end desc limit 1`

const REDONE = sql<{ id: number }, [id: number]>`
  select p.id from invoices i join invoices p on p.id = i.redo_of_id
  where i.id = $1 and (p.invoiced_at is not null or i.invoiced_at is null)`

/**
 * Compared with the one it replaces, where the customer has seen that, else with the contract's
 * invoice before it; null for a first one. Customers read it, so that one
 * which was sent is held only against others that were.
 */
export async function changeOf(conn: Conn, id: number): Promise<InvoiceChange | null> {
  const redone = await REDONE.one(conn, id)
  const before = redone ?? (await PREVIOUS.one(conn, id))
  if (!before) return null
  const [previous, current] = await Promise.all([
    invoiceFacts(conn, before.id),
    invoiceFacts(conn, id),
  ])
  const change = billChange(previous.invoice, current.invoice, redone !== undefined)
  if (!redone) return change
  return { ...change, lines: invoiceDifference(previous.invoice, current.invoice).lines }
}

/** An invoice on paper and on its way, and how it differs from the one before. */
export const invoiceDocumentRoutes: Route[] = serve(invoiceDocumentCalls, {
  document: { run: showDocument },
  deliveries: {
    run: async (ctx, { id }) => {
      const rows = await aboutInvoice(ctx, id, (conn) => DELIVERIES.all(conn, id))
      return rows.length > 0 ? { data: rows } : { status: empty, data: [] }
    },
  },
  reminders: {
    run: async (ctx, { id }) => {
      const rows = await aboutInvoice(ctx, id, (conn) => REMINDERS.all(conn, id))
      return rows.length > 0 ? { data: rows } : { status: empty, data: [] }
    },
  },
  openings: {
    run: async (ctx, { id }) => {
      const rows = await aboutInvoice(ctx, id, (conn) => OPENINGS.all(conn, id))
      return rows.length > 0 ? { data: rows } : { status: empty, data: [] }
    },
  },
  change: {
    run: async (ctx, { id }) => {
      const found = await aboutInvoice(ctx, id, (conn) => changeOf(conn, id))
      return found ? { data: found } : { status: empty, data: null }
    },
  },
  postRun: { run: printPostRun },
})
