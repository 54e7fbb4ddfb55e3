import { z } from 'zod'
import { type BillChange, billChange } from '#domain/invoices/bill-change.ts'
import { invoice } from '#domain/invoices/invoice.ts'
import { empty } from '#domain/kit/problem.ts'
import { idSchema } from '#domain/kit/schema.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { type Route, route } from '#server/kit/http/route.ts'
import { pdfAnswer } from '#server/kit/print/pdf-answer.ts'
import { renderPdf } from '#server/kit/print/render-pdf.ts'
import { aboutInvoice } from './about-invoice.ts'
import { contentOf } from './invoice-document.ts'
import { invoiceFacts } from './invoice-facts.ts'
import { postRunRoute } from './post-run-routes.ts'

const asked = z.object({ id: idSchema })

const document = route<{ id: number }>({
  method: 'GET',
  path: '/invoice/document',
  summary: 'The invoice as a PDF: as it was sent, else a preview marked Draft that is not kept',
  policy: { from: 'user' },
  sends: 'application/pdf',
  target: invoice,
  input: asked,
  run: async (ctx, { id }) => {
    const found = await aboutInvoice(ctx, id, async (conn) => {
      const [stored] = await conn.query<{ pdf: Buffer; invoice_number: string }>(
        `select d.pdf, i.invoice_number from invoice_documents d
         join invoices i on i.id = d.invoice_id where d.invoice_id = $1`,
        [id],
      )
      return stored ?? { preview: await contentOf(conn, await invoiceFacts(conn, id)) }
    })
    if ('pdf' in found) return pdfAnswer(found.pdf, `Invoice ${found.invoice_number}`)
    return pdfAnswer(await renderPdf(found.preview), `Invoice ${found.preview.reference} preview`)
  },
})

const deliveries = route<{ id: number }>({
  method: 'GET',
  path: '/invoice/deliveries',
  summary: 'To whom an invoice and its reminders went, and what became of each mail, newest first',
  policy: { from: 'user' },
  target: invoice,
  input: asked,
  run: async (ctx, { id }) => {
    const rows = await aboutInvoice(ctx, id, (conn) =>
      conn.query(
        `select id, mail_to, subject, status, error, created_at, sent_at,
           case when unique_key like 'reminder %' then 'reminder'
             when unique_key like '% copy %' then 'copy' else 'invoice' end as kind
         from mails where unique_key like $1 or unique_key like $2 order by id desc limit 500`,
        [`invoice ${id} %`, `reminder ${id} %`],
      ),
    )
    return rows.length > 0 ? { data: rows } : { status: empty, data: [] }
  },
})

const openings = route<{ id: number }>({
  method: 'GET',
  path: '/invoice/openings',
  summary: 'When the page behind an invoice’s link was opened, and by what kind of visitor',
  policy: { from: 'user' },
  target: invoice,
  input: asked,
  run: async (ctx, { id }) => {
    const rows = await aboutInvoice(ctx, id, (conn) =>
      conn.query(
        `select id, kind, ip, user_agent, created_at from invoice_openings
         where invoice_id = $1 order by id desc limit 500`,
        [id],
      ),
    )
    return rows.length > 0 ? { data: rows } : { status: empty, data: [] }
  },
})

const change = route<{ id: number }>({
  method: 'GET',
  path: '/invoice/change',
  summary: 'Why an invoice differs from the contract’s previous one, to the cent',
  policy: { from: 'user' },
  target: invoice,
  input: asked,
  run: async (ctx, { id }) => {
    const found = await aboutInvoice(ctx, id, (conn) => changeOf(conn, id))
    return found ? { data: found } : { status: empty, data: null }
  },
})

/**
 * Compared with the contract's invoice before it; null for a first one. Customers read it, so that one
 * which was sent is held only against others that were.
 */
export async function changeOf(conn: Conn, id: number): Promise<BillChange | null> {
  const [before] = await conn.query<{ id: number }>(
    `select p.id from invoices i join invoices p on p.contract_id = i.contract_id
       and p.customer_id = i.customer_id
       and p.period_end < i.period_start and p.deleted_at is null
       and p.invoice_status not in ('draft', 'cancelled')
       and (p.invoiced_at is not null or i.invoiced_at is null)
     where i.id = $1 order by p.period_end desc limit 1`,
    [id],
  )
  if (!before) return null
  const [previous, current] = await Promise.all([
    invoiceFacts(conn, before.id),
    invoiceFacts(conn, id),
  ])
  return billChange(previous.invoice, current.invoice)
}

/** An invoice on paper and on its way, and how it differs from the one before. */
export const invoiceDocumentRoutes: Route[] = [document, deliveries, openings, change, postRunRoute]
