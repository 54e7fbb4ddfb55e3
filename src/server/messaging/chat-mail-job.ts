import { z } from 'zod'
import { answerValues } from '#domain/messaging/answer-mail.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { sql } from '#server/kit/database/sql.ts'
import type { Context } from '#server/kit/http/context.ts'
import { defineJob } from '#server/kit/jobs/job.ts'
import { systemContext } from '#server/kit/jobs/system-context.ts'
import type { ChatPage } from './chat-page.ts'
import { queueLetter } from './template/queue-letter.ts'

const payload = z.strictObject({
  organisation_id: z.int().positive(),
  message_id: z.int().positive(),
})

export type MailAnswers = ReturnType<typeof mailAnswersOn>

/** Mails what staff wrote on a page, unless the customer has read it there meanwhile. */
export function mailAnswersOn(chatPage: ChatPage) {
  return defineJob({
    name: 'mail-answers',
    payload,
    run: async (job, { organisation_id, message_id }) => {
      const ctx = systemContext(job, organisation_id, 'mail-answers')
      await job.database.write({ organisation_id, user_id: null }, (conn) =>
        mailUnread(ctx, conn, chatPage, message_id),
      )
    },
  })
}

interface UnreadMessage {
  id: number
  invoice_id: number
  customer_id: number | null
  text_plain: string
}

// All that waits on the same page goes in one mail.
const UNREAD = sql<UnreadMessage, [message_id: number]>`
  select m.id, m.invoice_id, m.customer_id, m.text_plain from messages m
  where m.invoice_id = (select o.invoice_id from messages o where o.id = $1)
    and m.type = 'chat' and m.direction = 'out' and not m.sent
  order by m.id for update`

const NOTE_SENT = sql<never, [ids: readonly number[]]>`
  update messages set sent = true, version = version + 1, modified_at = clock_timestamp()
  where id = any($1)`

async function mailUnread(
  ctx: Context,
  conn: Conn,
  chatPage: ChatPage,
  message_id: number,
): Promise<void> {
  const unread = await UNREAD.all(conn, message_id)
  const last = unread.at(-1)
  if (!last) return
  // Somebody may have opted out since it was written.
  const reach = await chatPage.reach(conn, last.invoice_id)
  const { broker, customer, invoice_number } = reach
  if (reach.mail_to.length === 0) return
  for (const address of reach.mail_to) {
    const values = answerValues({
      broker,
      customer,
      invoice_number,
      answers: unread.map(({ text_plain }) => text_plain),
      link: reach.isClosed ? null : await reach.link(ctx),
    })
    await queueLetter(ctx, conn, {
      template: 'answer',
      values,
      record_id: last.invoice_id,
      customer_id: last.customer_id,
      invoice_id: last.invoice_id,
      to: address,
      key: `chat ${last.id} ${address}`,
    })
  }
  await NOTE_SENT.run(
    conn,
    unread.map(({ id }) => id),
  )
}
