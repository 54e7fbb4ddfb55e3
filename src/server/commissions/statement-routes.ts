import { commissionstatement } from '#domain/commissions/commissionstatement.ts'
import { commissionstatementCalls } from '#domain/commissions/commissionstatement-calls.ts'
import { linesCsv } from '#domain/commissions/statement-csv.ts'
import type { StatementProof } from '#domain/commissions/statement-proof.ts'
import { created, deleted } from '#domain/kit/problem.ts'
import { drawWith, inLook, picturesOf } from '#server/files/look-of.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { sql } from '#server/kit/database/sql.ts'
import { type Context, scopeOf, todayOf } from '#server/kit/http/context.ts'
import type { Route } from '#server/kit/http/route.ts'
import { serve } from '#server/kit/http/serve.ts'
import { pdfAnswer, textAnswer } from '#server/kit/print/pdf-answer.ts'
import type { Catalogue } from '#server/kit/rows/check-row.ts'
import { rowNow } from '#server/kit/rows/row-now.ts'
import { isVisible } from '#server/kit/rows/store.ts'
import { verbHandlers } from '#server/kit/rows/verb-handlers.ts'
import { notFound, writtenAnswer } from '#server/kit/rows/written-answer.ts'
import { bookTaxInvoice, cancelStatement } from './cancel-statement.ts'
import { verifyStatement } from './check-statements.ts'
import {
  draftStatement,
  dropDraft,
  figuresNow,
  leaveOut,
  proposeStatement,
  takeIn,
} from './draft-statement.ts'
import { sentPaper } from './kept-paper.ts'
import { paymentReturned, recordPayment } from './pay-statement.ts'
import { resendStatement, sendStatement, stateAndSend } from './send-statement.ts'
import { linesOf } from './statement-facts.ts'
import { previewStatementFile, writeStatementFile } from './statement-file.ts'
import { documentOf, paperOf, proofLine } from './statement-paper.ts'
import { draftAll, sendAll } from './statement-run.ts'

const KEPT = sql<{ proof: string; statement_number: string }, [id: number]>`
  select d.proof, s.statement_number from commission_documents d
  join commissionstatements s on s.id = d.statement_id where s.id = $1`

/** Reads about one statement of the caller's organisation; any other answers 404. */
function aboutStatement<T>(ctx: Context, id: number, work: (conn: Conn) => Promise<T>): Promise<T> {
  const { organisation_id } = ctx.actor
  return ctx.database.read(scopeOf(ctx), async (conn) => {
    if (!(await isVisible(conn, commissionstatement, id, organisation_id)))
      throw notFound(commissionstatement)
    return work(conn)
  })
}

async function showDocument(ctx: Context, { id }: { id: number }) {
  const found = await aboutStatement(ctx, id, async (conn) => {
    const kept = await KEPT.one(conn, id)
    if (kept) return { pdf: await sentPaper(conn, id), name: kept.statement_number }
    const { row } = await rowNow(ctx, conn, commissionstatement, id)
    const now = await figuresNow(ctx, conn, id, row.partner_id)
    const paper = await paperOf(conn, { ...now, number: '', day: todayOf(ctx) })
    const page = await inLook(conn, documentOf(paper))
    return { page, pictures: await picturesOf(conn, [page]) }
  })
  if (!found.page) return pdfAnswer(found.pdf, found.name)
  const preview = await drawWith(found.page, found.pictures)
  return pdfAnswer(preview, 'Commission statement preview')
}

async function showProof(ctx: Context, { id }: { id: number }) {
  const kept = await aboutStatement(ctx, id, (conn) => KEPT.one(conn, id))
  if (!kept) throw notFound(commissionstatement)
  return textAnswer(kept.proof, { name: `${kept.statement_number}.json`, type: 'application/json' })
}

async function showLines(ctx: Context, { id }: { id: number }) {
  const rows = await aboutStatement(ctx, id, (conn) => linesOf(conn, id))
  return { data: rows }
}

/** As the partner gets them; those of a draft as they would be sent. */
async function exportLines(ctx: Context, { id }: { id: number }) {
  const { lines, name } = await aboutStatement(ctx, id, async (conn) => {
    const kept = await KEPT.one(conn, id)
    if (!kept)
      return { lines: (await linesOf(conn, id)).map(proofLine), name: 'Commission statement' }
    // Written by us when it was sent.
    return { lines: (JSON.parse(kept.proof) as StatementProof).lines, name: kept.statement_number }
  })
  return textAnswer(linesCsv(lines), { name: `${name}.csv`, type: 'text/csv; charset=utf-8' })
}

/** Statements of what partners earned: drafted, sent, paid, checked. */
export function statementRoutes(catalogue: Catalogue): Route[] {
  const { get, list, search, csv } = verbHandlers(commissionstatement, catalogue)
  return serve(commissionstatementCalls, {
    ...{ get, list, search, csv },
    remove: {
      write: async (ctx, conn, input) => {
        await dropDraft(ctx, conn, input)
        return { status: deleted, data: { id: input.id } }
      },
    },
    new: { run: proposeStatement },
    create: {
      write: async (ctx, conn, input) => {
        const written = await draftStatement(ctx, conn, input)
        return writtenAnswer(ctx, commissionstatement, written, { status: created })
      },
    },
    lines: { run: showLines },
    linesCsv: { run: exportLines },
    leaveout: { write: leaveOut },
    takein: { write: takeIn },
    send: { write: sendStatement },
    resend: { write: resendStatement },
    pay: { write: recordPayment },
    returned: { write: paymentReturned },
    taxinvoice: { write: bookTaxInvoice },
    cancel: { write: cancelStatement },
    document: { run: showDocument },
    proof: { run: showProof },
    verify: { run: verifyStatement },
    sendOfPartner: { write: stateAndSend },
    run: { write: (ctx, conn) => draftAll(ctx, conn) },
    sendMany: { write: sendAll },
    previewFile: { run: previewStatementFile },
    writeFile: { write: writeStatementFile },
  })
}
