import { badField, created } from '#domain/kit/problem.ts'
import { addressIn, answerSubject } from '#domain/messaging/mail-address.ts'
import { type MessageCreate, message } from '#domain/messaging/message.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { sql } from '#server/kit/database/sql.ts'
import type { Context } from '#server/kit/http/context.ts'
import type { Answer } from '#server/kit/http/route.ts'
import { notPossible } from '#server/kit/rows/state.ts'
import { insertRow } from '#server/kit/rows/write-row.ts'
import { writtenAnswer } from '#server/kit/rows/written-answer.ts'
import { ownMailChannel } from '../mail/mail-channel.ts'
import { mailName } from '../mail/mail-tokens.ts'
import { partyOf } from './party.ts'

interface AnsweredMessage {
  id: number
  organisation_id: number
  thread_id: number | null
  type: string
  direction: 'in' | 'out' | 'note'
  sender: string | null
  recipient: string | null
  reply_to: string | null
  is_unverified: boolean
  subject: string | null
  rfc_id: string | null
  mail_references: string[]
}

const ANSWERED = sql<AnsweredMessage, [id: number]>`
  select id, organisation_id, thread_id, type, direction, sender, recipient, reply_to, is_unverified,
    subject, rfc_id, mail_references from messages where id = $1`

const THREADED = sql<
  never,
  [id: number, in_reply_to: string | null, references: readonly string[]]
>`
  update messages set in_reply_to = $2, mail_references = $3 where id = $1`

/** A mail that is not sent yet. An answer follows the message it answers, never the thread. */
export async function createDraft(
  ctx: Context,
  conn: Conn,
  { type: _type, reference_object: _object, reference_id: _id, ...input }: MessageCreate,
): Promise<Answer> {
  const answered = input.parent_id ? await answeredMail(conn, input.parent_id) : null
  const thread_id = input.thread_id ?? answered?.thread_id ?? null
  if (answered && answered.thread_id !== thread_id)
    throw badField('parent_id', 'That message is in another thread.')
  const { email, ...party } = await partyOf(conn, { ...input, thread_id })
  const channel = await ownMailChannel(ctx.config, conn)
  const written = await insertRow(ctx, conn, message, {
    ...input,
    ...party,
    type: 'email',
    direction: 'out',
    kind: 'mail',
    status: 'draft',
    sender: channel?.from ?? ctx.config.mailFrom,
    recipient: (input.recipient ?? (answered ? readerOf(answered) : email))?.toLowerCase() ?? null,
    subject: input.subject ?? (answered ? answerSubject(answered.subject) : null),
    author_id: ctx.actor.user_id || null,
    ...(party.customer_id && {
      reference_object: 'customer' as const,
      reference_id: party.customer_id,
    }),
  })
  if (answered) {
    const { rfc_id, organisation_id, mail_references } = answered
    const address = channel?.address ?? ctx.config.mailFrom
    const keys = ctx.config.secrets.fields
    const known =
      answered.direction === 'out'
        ? mailName(keys, { organisation_id, address }, answered.id)
        : rfc_id
    // The oldest tells the conversation, the newest where in it; RFC 5322 lets the middle go.
    const before = known ? [...mail_references, known] : mail_references
    await THREADED.run(conn, written.id, known, [
      ...before.slice(0, 1),
      ...before.slice(1).slice(-19),
    ])
  }
  return writtenAnswer(ctx, message, written, { status: created })
}

async function answeredMail(conn: Conn, id: number): Promise<AnsweredMessage> {
  const answered = await ANSWERED.one(conn, id)
  if (!answered) throw badField('parent_id', 'We do not know that message.')
  if (answered.type !== 'email')
    throw notPossible('answer', 'it was no mail', 'You could answer on the channel it came by.')
  return answered
}

/**
 * Whoever wrote it, where they want to be answered, or whom it was written to. What may be from anybody
 * leads nobody's answer elsewhere.
 */
function readerOf(answered: AnsweredMessage): string | null {
  const { direction, sender, recipient, reply_to, is_unverified } = answered
  if (direction !== 'in' || !sender) return recipient
  return (is_unverified ? null : reply_to) ?? addressIn(sender)
}
