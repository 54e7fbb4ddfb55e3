import { z } from 'zod'
import type { PrintedDocument } from '#domain/kit/document.ts'
import { idSchema } from '#domain/kit/schema.ts'
import { scopeOf, todayOf } from '#server/kit/http/context.ts'
import { type Route, route } from '#server/kit/http/route.ts'
import { pdfAnswer } from '#server/kit/print/pdf-answer.ts'
import { renderBundle } from '#server/kit/print/render-pdf.ts'
import { notPossible } from '#server/kit/rows/state.ts'

/** Letters for the post, in the order the postie walks. */
export const postRunRoute: Route = route<{ ids: number[] }>({
  method: 'POST',
  path: '/invoices/postrun',
  summary: 'One PDF of the sent invoices that go by post, sorted by postcode and name',
  policy: { from: 'user' },
  sends: 'application/pdf',
  replayed: false,
  input: z.strictObject({ ids: z.array(idSchema).min(1).max(500) }),
  run: async (ctx, { ids }) => {
    const letters = await ctx.database.read(scopeOf(ctx), (conn) =>
      conn.query<{ content: PrintedDocument }>(
        `select d.content from invoice_documents d
         join invoices i on i.id = d.invoice_id join customers c on c.id = i.customer_id
         where i.id = any($1) and i.deleted_at is null and i.invoice_status <> 'cancelled'
           and c.receive_mail_invoices
         order by c.postcode nulls last, c.name, i.invoice_number`,
        [ids],
      ),
    )
    if (letters.length === 0)
      throw notPossible(
        'print',
        'none of them goes by post',
        'Choose sent invoices of customers who get theirs by mail.',
      )
    const title = `Post run ${todayOf(ctx)}`
    const bundle = await renderBundle(
      letters.map((letter) => letter.content),
      title,
    )
    // A file has no room for words beside it: how many of those chosen are not in it.
    const headers = { 'x-left-out': String(new Set(ids).size - letters.length) }
    return { ...pdfAnswer(bundle, title), headers }
  },
})
