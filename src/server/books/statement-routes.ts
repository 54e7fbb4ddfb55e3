import { z } from 'zod'
import { closingOf, statementDocument } from '#domain/books/statement.ts'
import { statementMail } from '#domain/books/statement-words.ts'
import { customer } from '#domain/customers/customer.ts'
import { badField } from '#domain/kit/problem.ts'
import { idSchema } from '#domain/kit/schema.ts'
import { type Context, scopeOf, todayOf } from '#server/kit/http/context.ts'
import { type Route, route } from '#server/kit/http/route.ts'
import { pdfAnswer } from '#server/kit/print/pdf-answer.ts'
import { renderPdf } from '#server/kit/print/render-pdf.ts'
import { recordHistory } from '#server/kit/rows/history.ts'
import { notPossible } from '#server/kit/rows/state.ts'
import { queueMail } from '#server/mail/queue-mail.ts'
import { statementFacts } from './statement-facts.ts'

const days = { from: z.iso.date().optional(), to: z.iso.date().optional() }
const statementDays = z.object({ id: idSchema, ...days })
const statementMailing = z.strictObject({
  id: idSchema,
  ...days,
  email: z.email().max(200).optional(),
})
type StatementDays = z.infer<typeof statementDays>

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

const read = route<StatementDays>({
  method: 'GET',
  path: '/customer/statement',
  summary: 'A customer’s statement of account as a PDF, from the books',
  policy: { from: 'user' },
  sends: 'application/pdf',
  target: customer,
  input: statementDays,
  run: async (ctx, { id, ...given }) => {
    const facts = await ctx.database.read(scopeOf(ctx), (conn) =>
      statementFacts(ctx, conn, { id, ...daysOf(ctx, given) }),
    )
    const name = `Statement ${facts.customer.customer_number ?? id} ${facts.to}`
    return pdfAnswer(await renderPdf(statementDocument(facts)), name)
  },
})

const send = route<z.infer<typeof statementMailing>>({
  method: 'POST',
  path: '/customer/statement/send',
  summary: 'Mail a customer their statement of account as a PDF',
  policy: { from: 'user' },
  target: customer,
  input: statementMailing,
  write: async (ctx, conn, { id, email, ...given }) => {
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
    const bytes = await renderPdf(statementDocument(facts))
    const mail = statementMail({
      broker: facts.organisation.name,
      customer: facts.customer.name,
      from,
      to,
      closing: closingOf(facts),
    })
    const attachment = { name: `Statement-${to}.pdf`, bytes }
    const at = ctx.clock.now().getTime()
    for (const address of open) {
      const key = `statement ${id} ${from} ${to} ${at} ${address}`
      await queueMail(conn, { to: address, ...mail, attachment, key })
    }
    const told = { object_class: customer.name, object_id: id, customer_id: id }
    await recordHistory(conn, ctx, { ...told, action: 'statement_sent', reason: open.join(', ') })
    return { data: { sent: open.length, to: open }, message: 'Statement sent.' }
  },
})

export const statementRoutes: Route[] = [read, send]
