import type { PrintedDocument } from '#domain/kit/document.ts'
import { picturesOf } from '#server/files/look-of.ts'
import { sql } from '#server/kit/database/sql.ts'
import { type Context, scopeOf, todayOf } from '#server/kit/http/context.ts'
import { pdfAnswer } from '#server/kit/print/pdf-answer.ts'
import { renderBundle } from '#server/kit/print/render-pdf.ts'
import { notPossible } from '#server/kit/rows/state.ts'

const LETTERS = sql<{ content: PrintedDocument }, [invoice_ids: readonly number[]]>`
  select d.content from invoice_documents d
  join invoices i on i.id = d.invoice_id join customers c on c.id = i.customer_id
  where i.id = any($1) and i.deleted_at is null and i.invoice_status <> 'cancelled'
    and c.receive_mail_invoices
  order by c.postcode nulls last, c.name, i.invoice_number`

/** Letters for the post, in the order the postie walks. */
export async function printPostRun(ctx: Context, { ids }: { ids: number[] }) {
  const { letters, pictures } = await ctx.database.read(scopeOf(ctx), async (conn) => {
    const found = (await LETTERS.all(conn, ids)).map(({ content }) => content)
    return { letters: found, pictures: await picturesOf(conn, found) }
  })
  if (letters.length === 0)
    throw notPossible(
      'print',
      'none of them goes by post',
      'Choose sent invoices of customers who get theirs by mail.',
    )
  const title = `Post run ${todayOf(ctx)}`
  const bundle = await renderBundle(letters, title, pictures)
  // A file has no room for words beside it: how many of those chosen are not in it.
  const headers = { 'x-left-out': String(new Set(ids).size - letters.length) }
  return { ...pdfAnswer(bundle, title), headers }
}
