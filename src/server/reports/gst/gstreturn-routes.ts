import { Readable } from 'node:stream'
import { created, empty } from '#domain/kit/problem.ts'
import { gstDocument, gstFile } from '#domain/reports/gst-paper.ts'
import { type GstReturn, gstreturn } from '#domain/reports/gstreturn.ts'
import { gstreturnCalls } from '#domain/reports/gstreturn-calls.ts'
import { drawPaper, inLook } from '#server/files/look-of.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { sql } from '#server/kit/database/sql.ts'
import { type Context, scopeOf, todayOf } from '#server/kit/http/context.ts'
import type { Answer, Route } from '#server/kit/http/route.ts'
import { serve } from '#server/kit/http/serve.ts'
import { pdfAnswer } from '#server/kit/print/pdf-answer.ts'
import type { Catalogue } from '#server/kit/rows/check-row.ts'
import { rowNow } from '#server/kit/rows/row-now.ts'
import { verbHandlers } from '#server/kit/rows/verb-handlers.ts'
import { notFound, writtenAnswer } from '#server/kit/rows/written-answer.ts'
import { papersOf, roundingsOf } from './compute-return.ts'
import { fileReturn } from './file-return.ts'
import { prepareReturn, refreshReturn } from './prepare-return.ts'
import { organisationOf } from './return-paper.ts'

interface OneReturn {
  id: number
}

/** GST returns: prepared, looked at anew, filed; and their papers. */
export function gstreturnRoutes(catalogue: Catalogue): Route[] {
  const rows = verbHandlers(gstreturn, catalogue, {
    create: async (ctx, conn, input) =>
      writtenAnswer(ctx, gstreturn, await prepareReturn(ctx, conn, input), { status: created }),
  })
  return serve(gstreturnCalls, {
    get: rows.get,
    create: rows.create,
    list: rows.list,
    search: rows.search,
    csv: rows.csv,
    refresh: { write: refreshReturn },
    file: { write: fileReturn },
    documents: { run: (ctx, input) => reading(ctx, (conn) => listDocuments(ctx, conn, input)) },
    pdf: { run: (ctx, input) => reading(ctx, (conn) => printed(ctx, conn, input)) },
    documentsCsv: { run: (ctx, input) => reading(ctx, (conn) => documentFile(ctx, conn, input)) },
  })
}

const reading = <T>(ctx: Context, read: (conn: Conn) => Promise<T>) =>
  ctx.database.read(scopeOf(ctx), read)

const KNOWN = sql<{ id: number }, [id: number]>`
  select id from gstreturns where id = $1 and deleted_at is null`

async function seenReturn(ctx: Context, conn: Conn, id: number): Promise<GstReturn> {
  if (!(await KNOWN.one(conn, id))) throw notFound(gstreturn)
  return (await rowNow(ctx, conn, gstreturn, id)).row
}

async function listDocuments(ctx: Context, conn: Conn, { id }: OneReturn) {
  const row = await seenReturn(ctx, conn, id)
  const { documents, changes } = await papersOf(conn, id)
  const info = { changes, rounding: roundingsOf(documents, row) }
  return documents.length > 0 ? { data: documents, info } : { status: empty, data: documents, info }
}

/** A filed return is the very bytes that were kept; a prepared one is drawn for now. */
async function printed(ctx: Context, conn: Conn, { id }: OneReturn): Promise<Answer<null>> {
  const row = await seenReturn(ctx, conn, id)
  const { documents, pdf } = await papersOf(conn, id)
  const name = `GST return ${row.period_end}`
  if (pdf) return pdfAnswer(pdf, name)
  const organisation = await organisationOf(conn, ctx.actor.organisation_id)
  const paper = { organisation, return: row, documents, day: todayOf(ctx) }
  return pdfAnswer(await drawPaper(conn, await inLook(conn, gstDocument(paper))), name)
}

async function documentFile(ctx: Context, conn: Conn, { id }: OneReturn): Promise<Answer<null>> {
  const row = await seenReturn(ctx, conn, id)
  const { documents } = await papersOf(conn, id)
  const stream = Readable.from([Buffer.from(gstFile(documents))])
  const name = `gstreturn-${row.period_end}.csv`
  return { file: { name, type: 'text/csv; charset=utf-8', stream } }
}
