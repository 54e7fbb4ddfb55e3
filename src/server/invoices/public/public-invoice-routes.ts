import { z } from 'zod'
import { invoice } from '#domain/invoices/invoice.ts'
import { publicInvoice } from '#domain/invoices/public-invoice.ts'
import type { Policy } from '#domain/kit/call.ts'
import { Problem } from '#domain/kit/problem.ts'
import { nothingShown } from '#domain/kit/shown.ts'
import { limitPublicLink, linkContext, type PublicLink } from '#server/identity/public-link.ts'
import { isRobot } from '#server/identity/public-visitor.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { type Context, scopeOf } from '#server/kit/http/context.ts'
import { type Route, route } from '#server/kit/http/route.ts'
import { pdfAnswer } from '#server/kit/print/pdf-answer.ts'
import { recordHistory } from '#server/kit/rows/history.ts'
import { publicChatRoutes } from '#server/messaging/public-chat-routes.ts'
import { invoiceChatPage } from './invoice-chat.ts'
import { openInvoiceLink, readPublicInvoice, refuseClosed } from './public-invoice.ts'

// Whoever holds the link is let in by it alone, and sees nothing but this one invoice.
const policy: Policy = { from: 'guest', withoutOrganisation: true }
const headers = { 'x-robots-tag': 'noindex, nofollow', 'referrer-policy': 'no-referrer' }
const READS = 120

const read = route<unknown>({
  method: 'GET',
  path: '/public/invoice',
  summary: 'The invoice behind a link (header X-Link-Token): amounts, how to pay, explanations',
  policy,
  shows: publicInvoice,
  input: z.object({}),
  run: async (ctx) => {
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
  },
})

const readPdf = route<unknown>({
  method: 'GET',
  path: '/public/invoice/document',
  summary: 'The same invoice as the PDF that was sent',
  policy,
  sends: 'application/pdf',
  input: z.object({}),
  run: async (ctx) => {
    const link = await openInvoiceLink(ctx)
    await limitPublicLink(ctx, link, 'invoice_read', READS)
    const [row] = await ctx.database.read(
      scopeOf(linkContext(ctx, link, 'Customer')),
      async (conn) => {
        await refuseClosed(conn, link)
        return conn.query<{ pdf: Buffer; invoice_number: string }>(
          `select d.pdf, i.invoice_number from invoice_documents d
           join invoices i on i.id = d.invoice_id where d.invoice_id = $1`,
          [link.object_id],
        )
      },
    )
    if (!row) throw new Problem('tokenInvalid')
    return { ...pdfAnswer(row.pdf, `Invoice ${row.invoice_number}`), headers }
  },
})

/** Sent by the page after it was before somebody's eyes for two seconds. */
const opened = route<unknown>({
  method: 'POST',
  path: '/public/invoice/opened',
  summary: 'Notes that the customer has opened the invoice behind a link',
  policy,
  shows: nothingShown,
  replayed: false,
  input: z.strictObject({}),
  run: async (ctx) => {
    const link = await openInvoiceLink(ctx)
    await limitPublicLink(ctx, link, 'invoice_opened', 30)
    // Staff who look at what they sent are not the customer.
    const kind = ctx.guest ? (isRobot(ctx) ? 'robot' : 'customer') : 'staff'
    await ctx.database.write(scopeOf(linkContext(ctx, link, 'Customer')), async (conn) => {
      await refuseClosed(conn, link)
      await noteVisit(ctx, conn, link, kind)
      if (kind === 'customer') await noteFirst(ctx, conn, link)
    })
    return { data: null }
  },
})

async function noteVisit(
  ctx: Context,
  conn: Conn,
  link: PublicLink,
  kind: 'customer' | 'staff' | 'robot' | 'fetched',
): Promise<void> {
  const { ip, userAgent } = ctx.request
  await conn.query(
    `insert into invoice_openings (organisation_id, invoice_id, kind, ip, user_agent, created_at)
     values ($1, $2, $3, $4, $5, $6)`,
    [link.organisation_id, link.object_id, kind, ip, userAgent.slice(0, 300), ctx.clock.now()],
  )
}

/** The first time is told on the invoice and in the customer's timeline. */
async function noteFirst(ctx: Context, conn: Conn, link: PublicLink): Promise<void> {
  const [first] = await conn.query<{ customer_id: number; name: string }>(
    `update invoices i set opened = true, opened_at = $2, opened_ip = $3
     from customers c where i.id = $1 and not i.opened and c.id = i.customer_id
     returning i.customer_id, c.name`,
    [link.object_id, ctx.clock.now(), ctx.request.ip.slice(0, 60)],
  )
  if (!first) return
  const { customer_id, name } = first
  const told = { object_class: invoice.name, object_id: link.object_id, action: 'opened' }
  await recordHistory(conn, linkContext(ctx, link, name), { ...told, customer_id })
}

export const publicInvoiceRoutes: Route[] = [
  read,
  readPdf,
  opened,
  ...publicChatRoutes(invoiceChatPage),
]
