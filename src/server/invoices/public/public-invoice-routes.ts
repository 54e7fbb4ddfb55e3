import { invoice } from '#domain/invoices/invoice.ts'
import type { VisitorKind } from '#domain/invoices/invoice-document-calls.ts'
import { publicInvoiceCalls } from '#domain/invoices/public-invoice-calls.ts'
import { Problem } from '#domain/kit/problem.ts'
import { limitPublicLink, linkContext, type PublicLink } from '#server/identity/public-link.ts'
import { isRobot } from '#server/identity/public-visitor.ts'
import { findSentDocument } from '#server/invoices/invoice-document-routes.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { sql } from '#server/kit/database/sql.ts'
import { type Context, scopeOf } from '#server/kit/http/context.ts'
import type { Route } from '#server/kit/http/route.ts'
import { serve } from '#server/kit/http/serve.ts'
import { pdfAnswer } from '#server/kit/print/pdf-answer.ts'
import { recordHistory } from '#server/kit/rows/history.ts'
import { publicChatRoutes } from '#server/messaging/public-chat-routes.ts'
import { invoiceChatPage } from './invoice-chat.ts'
import { openInvoiceLink, readPublicInvoice, refuseClosed } from './public-invoice.ts'

const headers = { 'x-robots-tag': 'noindex, nofollow', 'referrer-policy': 'no-referrer' }
// In a quarter of an hour.
const READS = 120
const OPENINGS = 30

const NOTE_VISIT = sql<
  never,
  [
    organisation_id: number,
    invoice_id: number,
    kind: VisitorKind,
    ip: string,
    user_agent: string,
    now: Date,
  ]
>`insert into invoice_openings (organisation_id, invoice_id, kind, ip, user_agent, created_at)
  values ($1, $2, $3, $4, $5, $6)`

const NOTE_FIRST = sql<
  { customer_id: number; name: string },
  [invoice_id: number, now: Date, ip: string]
>`update invoices i set opened = true, opened_at = $2, opened_ip = $3
  from customers c where i.id = $1 and not i.opened and c.id = i.customer_id
  returning i.customer_id, c.name`

async function readInvoice(ctx: Context) {
  const link = await openInvoiceLink(ctx)
  await limitPublicLink(ctx, link, 'invoice_read', READS)
  const customer = linkContext(ctx, link, 'Customer')
  const data = await ctx.database.write(scopeOf(customer), async (conn) => {
    const found = await readPublicInvoice(conn, link)
    // Mail programs fetch what they find in a mail; that is not somebody reading it.
    await noteVisit(ctx, conn, link, isRobot(ctx) ? 'robot' : 'fetched')
    return found
  })
  return { data, headers }
}

async function readPdf(ctx: Context) {
  const link = await openInvoiceLink(ctx)
  await limitPublicLink(ctx, link, 'invoice_read', READS)
  const customer = linkContext(ctx, link, 'Customer')
  const sent = await ctx.database.read(scopeOf(customer), async (conn) => {
    await refuseClosed(conn, link)
    return findSentDocument(conn, link.object_id)
  })
  if (!sent) throw new Problem('tokenInvalid')
  return { ...pdfAnswer(sent.pdf, `Invoice ${sent.invoice_number}`), headers }
}

/** Sent by the page after it was before somebody's eyes for two seconds. */
async function noteOpened(ctx: Context) {
  const link = await openInvoiceLink(ctx)
  await limitPublicLink(ctx, link, 'invoice_opened', OPENINGS)
  // Staff who look at what they sent are not the customer.
  const kind = ctx.guest ? (isRobot(ctx) ? 'robot' : 'customer') : 'staff'
  await ctx.database.write(scopeOf(linkContext(ctx, link, 'Customer')), async (conn) => {
    await refuseClosed(conn, link)
    await noteVisit(ctx, conn, link, kind)
    if (kind === 'customer') await noteFirst(ctx, conn, link)
  })
  return { data: null }
}

async function noteVisit(
  ctx: Context,
  conn: Conn,
  link: PublicLink,
  kind: VisitorKind,
): Promise<void> {
  const { ip, userAgent } = ctx.request
  const { organisation_id, object_id } = link
  const agent = userAgent.slice(0, 300)
  await NOTE_VISIT.run(conn, organisation_id, object_id, kind, ip, agent, ctx.clock.now())
}

/** The first time is told on the invoice and in the customer's timeline. */
async function noteFirst(ctx: Context, conn: Conn, link: PublicLink): Promise<void> {
  const ip = ctx.request.ip.slice(0, 60)
  const first = await NOTE_FIRST.one(conn, link.object_id, ctx.clock.now(), ip)
  if (!first) return
  const { customer_id, name } = first
  const told = { object_class: invoice.name, object_id: link.object_id, action: 'opened' }
  await recordHistory(conn, linkContext(ctx, link, name), { ...told, customer_id })
}

export const publicInvoiceRoutes: Route[] = [
  ...serve(publicInvoiceCalls, {
    read: { run: readInvoice },
    document: { run: readPdf },
    opened: { run: noteOpened },
  }),
  ...publicChatRoutes(invoiceChatPage),
]
