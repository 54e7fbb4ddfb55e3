import type { InfoOf } from '#domain/kit/call.ts'
import { Problem } from '#domain/kit/problem.ts'
import { type Message, message } from '#domain/messaging/message.ts'
import type { messageCalls } from '#domain/messaging/message-calls.ts'
import { mayTakeBack } from '#domain/messaging/message-machine.ts'
import { type MessagePurpose, typedText } from '#domain/messaging/sms/sms-text.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { sql } from '#server/kit/database/sql.ts'
import type { Context } from '#server/kit/http/context.ts'
import type { Answer } from '#server/kit/http/route.ts'
import { rowNow } from '#server/kit/rows/row-now.ts'
import { type ActionRequest, transition } from '#server/kit/rows/transition.ts'
import { writtenAnswer } from '#server/kit/rows/written-answer.ts'
import { noteEvent } from '../outbox/message-events.ts'
import { wholeWords } from '../outbox/sealed-words.ts'
import { withoutFileLinks } from '../sms/file-links.ts'
import { smsFrameOf } from '../sms/sms-draft.ts'
import { TOLD_ANEW, WAITS_ON } from '../threads/tell-thread.ts'

interface KeptWords {
  text_plain: string
  text_html: string | null
  sealed_words: string | null
  purpose: MessagePurpose
}

const KEPT = sql<KeptWords, [id: number]>`
  select text_plain, text_html, sealed_words, purpose from messages where id = $1`

const UNSEAL = sql<never, [id: number, text: string, html: string | null]>`
  update messages set text_plain = $2, text_html = $3, sealed_words = null
  where id = $1 and status = 'draft' and sealed_words is not null`

/**
 * What has not left yet comes back to its writer, or to a manager: a mail by hand as a draft. A text
 * message has no draft; it is cancelled, and its writer is answered what they typed.
 */
export async function takeBackMessage(
  ctx: Context,
  conn: Conn,
  asked: ActionRequest,
): Promise<Answer<Message, InfoOf<typeof messageCalls.takeback>>> {
  const { id, row } = await transition(ctx, conn, message, 'takeback', asked, async ({ row }) => {
    if (!mayTakeBack(row, ctx.actor)) throw new Problem('forbidden')
    const status = isWrittenMail(row) ? ('draft' as const) : ('cancelled' as const)
    return { status, not_before: null }
  })
  const words = await wordsBack(ctx, conn, row)
  await noteEvent(conn, { message_id: id, event: 'takenback', actor_name: ctx.actor.name })
  if (row.thread_id !== null) {
    await TOLD_ANEW.run(conn, row.thread_id)
    if (isAnswer(row)) await WAITS_ON.run(conn, row.thread_id)
  }
  const answer = writtenAnswer(ctx, message, await rowNow(ctx, conn, message, id), { status: 200 })
  return { ...answer, info: { ...answer.info, words }, message: 'Taken back.' }
}

// As the thread counted it when it was to leave.
const isAnswer = ({ author_id, type, kind }: Message) =>
  author_id !== null || type === 'chat' || kind === 'mail'

const isWrittenMail = ({ author_id, type }: Message) => author_id !== null && type === 'email'

/** Draft words are whole again; of a text message its writer alone gets what they typed. */
async function wordsBack(ctx: Context, conn: Conn, row: Message): Promise<string | null> {
  const kept = await KEPT.one(conn, row.id)
  if (!kept || row.author_id === null) return null
  const { text, html } = wholeWords(ctx.config.secrets.fields, kept)
  if (isWrittenMail(row)) await UNSEAL.run(conn, row.id, text, html)
  if (row.type !== 'sms' || row.author_id !== ctx.actor.user_id) return null
  return withoutFileLinks(typedText(text, await smsFrameOf(conn, kept.purpose)))
}
