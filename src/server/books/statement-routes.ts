import { type StatementFacts, statementDocument } from '#domain/books/statement.ts'
import { statementCalls } from '#domain/books/statement-calls.ts'
import { statementValues } from '#domain/books/statement-mail.ts'
import { customer } from '#domain/customers/customer.ts'
import type { CheckedOf } from '#domain/kit/call.ts'
import { badField } from '#domain/kit/problem.ts'
import { drawPaper, inLook } from '#server/files/look-of.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { type Context, scopeOf, todayOf } from '#server/kit/http/context.ts'
import type { Route } from '#server/kit/http/route.ts'
import { serve } from '#server/kit/http/serve.ts'
import { pdfAnswer } from '#server/kit/print/pdf-answer.ts'
import { recordHistory } from '#server/kit/rows/history.ts'
import { notPossible } from '#server/kit/rows/state.ts'
import { queueLetter } from '#server/messaging/template/queue-letter.ts'
import { statementFacts } from './statement-facts.ts'

type StatementDays = CheckedOf<typeof statementCalls.read>

// Not in the specification: our choice. A statement that names no days tells the last three months.
function daysOf(
  ctx: Context,
  { from, to }: Omit<StatementDays, 'id'>,
): { from: string; to: string } {
  const last = to ?? todayOf(ctx)
  const first = from ?? Temporal.PlainDate.from(last).subtract({ months: 3 }).toString()
  if (first > last) throw badField('to', 'A statement ends after it begins.')
  return { from: first, to: last }
}

const drawnStatement = async (conn: Conn, facts: StatementFacts) =>
  drawPaper(conn, await inLook(conn, statementDocument(facts)))

async function printStatement(ctx: Context, { id, ...given }: StatementDays) {
  return ctx.database.read(scopeOf(ctx), async (conn) => {
    const facts = await statementFacts(ctx, conn, { id, ...daysOf(ctx, given) })
    const name = `Statement ${facts.customer.customer_number ?? id} ${facts.to}`
    return pdfAnswer(await drawnStatement(conn, facts), name)
  })
}

async function mailStatement(
  ctx: Context,
  conn: Conn,
  { id, email, ...given }: CheckedOf<typeof statementCalls.send>,
) {
  const facts = await statementFacts(ctx, conn, { id, ...daysOf(ctx, given) })
  const wanted = email ? [email.toLowerCase()] : facts.recipients
  const open = wanted.filter((one) => !facts.opted_out.includes(one))
  if (open.length === 0)
    throw notPossible(
      'send',
      wanted.length > 0 ? 'the customer has opted out of emails' : 'there is no email address',
      'Download it instead.',
    )
  const { from, to } = facts
  const bytes = await drawnStatement(conn, facts)
  const values = statementValues(facts)
  const attachment = { name: `Statement-${to}.pdf`, bytes }
  const at = ctx.clock.now().getTime()
  for (const address of open) {
    const key = `statement ${id} ${from} ${to} ${at} ${address}`
    const about = { template: 'statement', values, record_id: id, customer_id: id } as const
    await queueLetter(ctx, conn, { ...about, to: address, attachment, key })
  }
  const about = { object_class: customer.name, object_id: id, customer_id: id }
  await recordHistory(conn, ctx, { ...about, action: 'statement_sent', reason: open.join(', ') })
  return { data: { sent: open.length, to: open }, message: 'Statement sent.' }
}

export const statementRoutes: Route[] = serve(statementCalls, {
  read: { run: printStatement },
  send: { write: mailStatement },
})
