import {
  type InvoiceDelivery,
  type InvoiceOpening,
  type InvoiceReminder,
  invoiceDocumentCalls,
} from '#domain/invoices/invoice-document-calls.ts'
import { picturesOf } from '#server/files/look-of.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { sql } from '#server/kit/database/sql.ts'
import type { Context } from '#server/kit/http/context.ts'
import type { Route } from '#server/kit/http/route.ts'
import { serve } from '#server/kit/http/serve.ts'
import { pdfAnswer } from '#server/kit/print/pdf-answer.ts'
import { renderPdf } from '#server/kit/print/render-pdf.ts'
import { FATE } from '#server/messaging/message-fate.ts'
import { aboutInvoice } from './about-invoice.ts'
import { changeOf } from './change-of.ts'
import { contentOf, pageOf } from './invoice-document.ts'
import { invoiceFacts } from './invoice-facts.ts'
import { printPostRun } from './print-post-run.ts'

const SENT_DOCUMENT = sql<SentDocument, [invoice_id: number]>`
  select d.pdf, i.invoice_number from invoice_documents d
  join invoices i on i.id = d.invoice_id where d.invoice_id = $1`

const DELIVERIES = sql<InvoiceDelivery, [invoice_id: number]>`
  select m.id, m.type, m.recipient, m.subject, m.kind, m.status, m.error, m.created_at, m.sent_at,
    ${FATE}
  from messages m where m.invoice_id = $1 and m.type = 'email' and m.direction = 'out'
  order by m.id desc limit 500`

const REMINDERS = sql<InvoiceReminder, [invoice_id: number]>`
  select id, step, outcome, reason, created_at from reminders
  where invoice_id = $1 order by id desc limit 500`

const OPENINGS = sql<InvoiceOpening, [invoice_id: number]>`
  select id, kind, ip, user_agent, created_at from invoice_openings
  where invoice_id = $1 order by id desc limit 500`

async function showDocument(ctx: Context, { id }: { id: number }) {
  const found = await aboutInvoice(ctx, id, async (conn) => {
    const sent = await findSentDocument(conn, id)
    if (sent) return sent
    const preview = await contentOf(ctx, conn, await invoiceFacts(conn, id))
    return { preview, pictures: await picturesOf(conn, [preview]) }
  })
  if ('pdf' in found) return pdfAnswer(found.pdf, `Invoice ${found.invoice_number}`)
  const { preview, pictures } = found
  return pdfAnswer(await renderPdf(preview, pictures), `Invoice ${preview.reference} preview`)
}

interface SentDocument {
  pdf: Buffer
  invoice_number: string
}

/** The page as it went out; none before that. */
export function findSentDocument(conn: Conn, id: number): Promise<SentDocument | undefined> {
  return SENT_DOCUMENT.one(conn, id)
}

/** An invoice on paper and on its way, and how it differs from the one before. */
export const invoiceDocumentRoutes: Route[] = serve(invoiceDocumentCalls, {
  document: { run: showDocument },
  page: {
    run: async (ctx, { id }) => ({
      data: await aboutInvoice(ctx, id, (conn) => pageOf(ctx, conn, id)),
    }),
  },
  deliveries: {
    run: async (ctx, { id }) => {
      const rows = await aboutInvoice(ctx, id, (conn) => DELIVERIES.all(conn, id))
      return { data: rows }
    },
  },
  reminders: {
    run: async (ctx, { id }) => {
      const rows = await aboutInvoice(ctx, id, (conn) => REMINDERS.all(conn, id))
      return { data: rows }
    },
  },
  openings: {
    run: async (ctx, { id }) => {
      const rows = await aboutInvoice(ctx, id, (conn) => OPENINGS.all(conn, id))
      return { data: rows }
    },
  },
  change: {
    run: async (ctx, { id }) => {
      const found = await aboutInvoice(ctx, id, (conn) => changeOf(conn, id))
      return { data: found ?? null }
    },
  },
  postRun: { run: printPostRun },
})
