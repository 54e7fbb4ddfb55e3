import { type StatementFacts, statementDocument } from '#domain/books/statement.ts'
import type { statementCalls } from '#domain/books/statement-calls.ts'
import { statementValues } from '#domain/books/statement-mail.ts'
import { customer } from '#domain/customers/customer.ts'
import type { CheckedOf } from '#domain/kit/call.ts'
import type { PrintedDocument } from '#domain/kit/document.ts'
import { badField } from '#domain/kit/problem.ts'
import { drawPaper, inLook } from '#server/files/look-of.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { type Context, todayOf } from '#server/kit/http/context.ts'
import { recordHistory } from '#server/kit/rows/history.ts'
import { notPossible } from '#server/kit/rows/state.ts'
import { queueLetter } from '#server/messaging/template/queue-letter.ts'
import { type FoundStatement, statementFacts } from './statement-facts.ts'

export type StatementDays = CheckedOf<typeof statementCalls.read>

/** What a statement says of the days that were asked for. */
export function factsOfStatement(
  ctx: Context,
  conn: Conn,
  { id, ...days }: StatementDays,
): Promise<FoundStatement> {
  return statementFacts(ctx, conn, { id, ...daysOf(ctx, days) })
}

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

/** Its page, in the look of the house. */
export const pageOfStatement = (conn: Conn, facts: StatementFacts): Promise<PrintedDocument> =>
  inLook(conn, statementDocument(facts))

/** Where it goes: to the address that is named, else to those of the customer's invoices. */
export function readersOfStatement(
  { recipients, opted_out }: FoundStatement,
  email: string | undefined,
): { wanted: string[]; open: string[] } {
  const wanted = email ? [email.toLowerCase()] : recipients
  return { wanted, open: wanted.filter((one) => !opted_out.includes(one)) }
}

interface StatementMail extends StatementDays {
  email?: string | undefined
  /** Done in vain, to see what would leave: nothing is drawn. */
  isTrial?: boolean | undefined
}

/** Mails a customer their statement of account with its PDF; answers whom. */
export async function mailStatement(
  ctx: Context,
  conn: Conn,
  { id, email, isTrial = false, ...days }: StatementMail,
): Promise<string[]> {
  const facts = await factsOfStatement(ctx, conn, { id, ...days })
  const { wanted, open } = readersOfStatement(facts, email)
  if (open.length === 0)
    throw notPossible(
      'send',
      wanted.length > 0 ? 'the customer has opted out of emails' : 'there is no email address',
      'Download it instead.',
    )
  const { from, to } = facts
  const bytes = isTrial
    ? Buffer.alloc(0)
    : await drawPaper(conn, await pageOfStatement(conn, facts))
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
  return open
}
