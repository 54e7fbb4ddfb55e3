import { Problem } from '#domain/kit/problem.ts'
import type { MessageKind } from '#domain/messaging/message-kind.ts'
import type { NoticeMail } from '#domain/messaging/notice-mails.ts'
import type { Conn } from '#server/kit/database/database.ts'
import type { Context } from '#server/kit/http/context.ts'
import { queueMessage } from '../outbox/queue-message.ts'
import { queueSms } from '../sms/queue-sms.ts'
import { readySms } from '../sms/sms-draft.ts'
import type { Colleague } from './colleague.ts'

type NoticeContext = Pick<Context, 'config' | 'clock'> & Partial<Pick<Context, 'actor'>>

interface Notice {
  kind: Extract<MessageKind, 'notice' | 'assigned' | 'task'>
  mail: NoticeMail
  /** The same key is never told twice. */
  key: string
}

/** Told in the way they chose: by text message, by mail, or not at all. */
export async function tellColleague(
  ctx: NoticeContext,
  conn: Conn,
  { mode, channel, email, phone }: Colleague,
  { kind, mail, key }: Notice,
): Promise<void> {
  if (mode === 'none' || channel === 'none') return
  if (channel === 'sms' && phone && (await isTexted(ctx, conn, { phone, kind, mail, key }))) return
  if (email) await queueMessage(ctx, conn, { kind, to: email, ...mail, key })
}

/** Where no text message can be sent there, a mail goes instead. */
async function isTexted(
  ctx: NoticeContext,
  conn: Conn,
  { phone, kind, mail, key }: Notice & { phone: string },
): Promise<boolean> {
  const draft = {
    kind,
    to: phone,
    text: [mail.subject, linkIn(mail.text)].filter(Boolean).join(' '),
    purpose: 'service',
    tone: 'normal',
    is_by_hand: false,
    care_reason: null,
    may_repeat: true,
    customer_id: null,
    invoice_id: null,
  } as const
  try {
    const sms = await readySms(conn, ctx.config, draft, ctx.clock.now())
    await queueSms(ctx, conn, sms, key)
    return true
  } catch (error) {
    if (error instanceof Problem) return false
    throw error
  }
}

const linkIn = (text: string) => /\bhttps?:\/\/\S+/.exec(text)?.[0]
