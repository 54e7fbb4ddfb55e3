import { badField, Problem } from '#domain/kit/problem.ts'
import type { MessageTone } from '#domain/messaging/checks/caring.ts'
import type { MessageKind } from '#domain/messaging/message-kind.ts'
import { countSms } from '#domain/messaging/sms/segments.ts'
import {
  foreignLinks,
  type MessagePurpose,
  type SmsFrame,
  smsText,
} from '#domain/messaging/sms/sms-text.ts'
import { settingOf } from '#server/identity/setting.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { fragment, sql } from '#server/kit/database/sql.ts'
import type { Config } from '#server/kit/start/config.ts'
import type { SmsChannel } from '#server/kit/start/sms-settings.ts'
import { smsChannelOf } from '#server/messaging/sms/sms-channel.ts'
import { justWrote } from './just-wrote.ts'
import { mobileNumber } from './mobile-number.ts'

export interface SmsDraft {
  kind: MessageKind
  to: string
  text: string
  purpose: MessagePurpose
  tone: MessageTone
  is_by_hand: boolean
  care_reason: string | null
  may_repeat: boolean
  customer_id: number | null
  invoice_id: number | null
  /** What is owed without an invoice, where it reminds of that. */
  adjustment_id?: number | null
  contract_id?: number | null
}

/** A text message as it would leave. */
export interface ReadySms extends SmsDraft {
  from: string
  segments: number
  max_segments: number
  provider: SmsChannel['provider']
  is_awaited: boolean
}

interface Sender {
  id: number
  name: string
  is_demo: boolean
}

const SENDER = sql<Sender, []>`select id, coalesce(trading_name, name) as name, demo as is_demo
  from organisations where id = scope_organisation()`

/** How the organisation in scope sends text messages: 501 where nobody has set that up. */
export async function smsSender(conn: Conn, config: Config) {
  const organisation = await SENDER.one(conn)
  const channel =
    organisation &&
    smsChannelOf(config, { organisation_id: organisation.id, is_demo: organisation.is_demo })
  if (!channel)
    throw new Problem('notImplemented', {
      message: 'Text messages aren’t switched on for your organisation yet.',
    })
  return { organisation, channel }
}

/** What stands around the words of a text message. */
export async function smsFrameOf(conn: Conn, purpose: MessagePurpose): Promise<SmsFrame> {
  const name = (await SENDER.one(conn))?.name ?? ''
  return { name, purpose, is_charged: await settingOf(conn, 'sms_replies_charged') }
}

const JUST_WROTE = sql<{ is_awaited: boolean }, [from: string, now: Date]>`
  select exists (${justWrote(fragment`$1`, fragment`$2`)}) as is_awaited`

/** What is written, with the broker's name and its ending; 400 where it could never be sent. */
export async function readySms(
  conn: Conn,
  config: Config,
  draft: SmsDraft,
  now: Date,
): Promise<ReadySms> {
  const { channel } = await smsSender(conn, config)
  const { purpose } = draft
  const from = await settingOf(
    conn,
    purpose === 'promotional' ? 'sms_sender_promotional' : 'sms_sender_service',
  )
  if (!from)
    throw new Problem('notImplemented', {
      message: `No short code is set for ${purpose} text messages yet.`,
    })
  const isAbroadAllowed = await settingOf(conn, 'sms_abroad')
  const number = mobileNumber(draft.to, { isAbroadAllowed })
  if ('problem' in number) throw badField('to', number.problem)
  if (foreignLinks(draft.text, config.publicUrl).length > 0)
    throw badField('text', 'A text message may only hold links to our own pages.')
  const text = smsText(draft.text, await smsFrameOf(conn, purpose))
  const { segments } = countSms(text)
  const max_segments = await settingOf(conn, 'sms_max_segments')
  if (segments > max_segments)
    throw badField('text', `That takes ${segments} text messages; ${max_segments} are the most.`)
  const wrote = draft.is_by_hand ? await JUST_WROTE.one(conn, number.e164, now) : undefined
  const is_awaited = (wrote?.is_awaited ?? false) || draft.kind === 'sms_answer'
  const leaving = { to: number.e164, from, text, segments, max_segments }
  return { ...draft, ...leaving, provider: channel.provider, is_awaited }
}
