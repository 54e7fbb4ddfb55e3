import { z } from 'zod'
import { answerMail } from '#domain/messaging/answer-mail.ts'
import type { Context } from '#server/context.ts'
import type { Conn } from '#server/kit/database.ts'
import { defineJob } from '#server/kit/job.ts'
import { systemContext } from '#server/kit/system-context.ts'
import { queueMail } from '#server/mail/queue-mail.ts'
import { invoiceFacts, openAddresses } from './invoice-facts.ts'
import { makeInvoiceLink } from './invoice-link.ts'

/** Mails what staff wrote on an invoice's page, unless the customer has read it there meanwhile. */
export const mailAnswers = defineJob({
  name: 'mail-answers',
  payload: z.strictObject({
    organisation_id: z.int().positive(),
    message_id: z.int().positive(),
  }),
  run: async (job, { organisation_id, message_id }) => {
    const ctx = systemContext(job, organisation_id, 'mail-answers')
    await job.database.write({ organisation_id, user_id: null }, (conn) =>
      mailUnread(ctx, conn, message_id),
    )
  },
})

interface Unread {
  id: number
  invoice_id: number
  text_plain: string
}

// All that waits on the same page goes in one mail.
const UNREAD = `select m.id, m.invoice_id, m.text_plain from messages m
  where m.invoice_id = (select o.invoice_id from messages o where o.id = $1)
    and m.type = 'chat' and m.direction = 'out' and not m.sent
  order by m.id for update`

async function mailUnread(ctx: Context, conn: Conn, message_id: number): Promise<void> {
  const unread = await conn.query<Unread>(UNREAD, [message_id])
  const last = unread.at(-1)
  if (!last) return
  const facts = await invoiceFacts(conn, last.invoice_id)
  const { organisation, customer, invoice } = facts
  // Somebody may have opted out since it was written.
  const open = openAddresses(facts)
  if (open.length === 0) return
  const isClosed = invoice.invoice_status === 'cancelled' || invoice.deleted_at !== null
  for (const address of open) {
    const mail = answerMail({
      broker: organisation.trading_name ?? organisation.name,
      customer: customer.name,
      invoice_number: invoice.invoice_number,
      answers: unread.map(({ text_plain }) => text_plain),
      link: isClosed ? null : await makeInvoiceLink(ctx, conn, invoice),
    })
    await queueMail(conn, { to: address, ...mail, key: `chat ${last.id} ${address}` })
  }
  await conn.query(
    `update messages set sent = true, version = version + 1, modified_at = clock_timestamp()
     where id = any($1)`,
    [unread.map(({ id }) => id)],
  )
}
