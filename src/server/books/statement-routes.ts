import { statementCalls } from '#domain/books/statement-calls.ts'
import type { CheckedOf } from '#domain/kit/call.ts'
import { drawPaper } from '#server/files/look-of.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { type Context, scopeOf } from '#server/kit/http/context.ts'
import type { Route } from '#server/kit/http/route.ts'
import { serve } from '#server/kit/http/serve.ts'
import { pdfAnswer } from '#server/kit/print/pdf-answer.ts'
import {
  factsOfStatement,
  mailStatement,
  pageOfStatement,
  type StatementDays,
} from './mail-statement.ts'

async function printStatement(ctx: Context, asked: StatementDays) {
  return ctx.database.read(scopeOf(ctx), async (conn) => {
    const facts = await factsOfStatement(ctx, conn, asked)
    const name = `Statement ${facts.customer.customer_number ?? asked.id} ${facts.to}`
    return pdfAnswer(await drawPaper(conn, await pageOfStatement(conn, facts)), name)
  })
}

async function sendStatement(
  ctx: Context,
  conn: Conn,
  asked: CheckedOf<typeof statementCalls.send>,
) {
  const to = await mailStatement(ctx, conn, asked)
  return { data: { sent: to.length, to }, message: 'Statement sent.' }
}

export const statementRoutes: Route[] = serve(statementCalls, {
  read: { run: printStatement },
  send: { write: sendStatement },
})
