import { Problem } from '#domain/kit/problem.ts'
import { normalContact } from '#domain/messaging/messageblacklist.ts'
import {
  commandAnswers,
  type OfficeContact,
  type SmsCommand,
  smsCommand,
} from '#domain/messaging/sms/sms-command.ts'
import type { SmsInbound, SmsOptOut } from '#server/integrations/sms.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { sql } from '#server/kit/database/sql.ts'
import { todayOf } from '#server/kit/http/context.ts'
import type { JobContext } from '#server/kit/jobs/job.ts'
import type { SmsChannel } from '#server/kit/start/sms-settings.ts'
import { liftStop } from '#server/messaging/list-contact.ts'
import { noteTextAnswered } from '#server/messaging/outbox/note-reached.ts'
import { ownerOf } from './customer-mobile.ts'
import { queueSms } from './queue-sms.ts'
import { readySms } from './sms-draft.ts'
import { stopTexts } from './stop-texts.ts'

// The gateway may tell it twice: its own number for it makes it one.
const RECEIVE = sql<
  { id: number },
  [
    sender: string,
    recipient: string,
    text: string,
    customer_id: number | null,
    supplier_id: number | null,
    partner_id: number | null,
    provider: string,
    provider_id: string,
  ]
>`insert into messages (organisation_id, type, direction, status, kind, sender, recipient,
    text_plain, customer_id, reference_object, reference_id, supplier_id, partner_id, provider,
    provider_id, sent)
  values (scope_organisation(), 'sms', 'in', 'received', 'sms', $1, $2, $3, $4,
    case when $4::bigint is not null then 'customer' end, $4::bigint::integer, $5, $6, $7, $8, true)
  on conflict (organisation_id, provider, provider_id) where provider_id is not null do nothing
  returning id`

/** What a customer answered: kept as it is, and done where it is a word that asks for something. */
export async function takeInbound(
  ctx: JobContext,
  conn: Conn,
  inbound: SmsInbound,
  channel: SmsChannel,
): Promise<void> {
  const from = normalContact(inbound.from)
  const { customer_id, supplier_id, partner_id } = await ownerOf(conn, from, ctx.clock.now())
  const text = inbound.text.replaceAll('\u0000', '').slice(0, 4000) || '(no words)'
  const { to, id } = inbound
  const whose = [customer_id, supplier_id, partner_id] as const
  const row = await RECEIVE.one(conn, from, to, text, ...whose, channel.provider, id)
  if (!row) return
  await noteTextAnswered(conn, { from, to }, ctx.clock.now())
  const command = smsCommand(inbound.text)
  if (!command) return
  const answers = await commands[command](conn, from, customer_id)
  if (!answers || (command === 'stop' && channel.answers_stop)) return
  await answerCommand(ctx, conn, { to: from, customer_id, command })
}

/** Somebody told the gateway itself, by a link or by a STOP that it tells us of as well. */
export async function takeOptOut(
  ctx: JobContext,
  conn: Conn,
  { number }: SmsOptOut,
  channel: SmsChannel,
): Promise<void> {
  const to = normalContact(number)
  const { customer_id } = await ownerOf(conn, to, ctx.clock.now())
  const reason = 'Opted out at the gateway'
  const isNew = await stopTexts(conn, { contact: to, customer_id, reason })
  if (!isNew || channel.answers_stop) return
  await answerCommand(ctx, conn, { to, customer_id, command: 'stop' })
}

/** Each answers whether something has to be said to it. */
const commands: Record<
  SmsCommand,
  (conn: Conn, contact: string, customer_id: number | null) => Promise<boolean>
> = {
  // Who says it again is not told again.
  stop: (conn, contact, customer_id) =>
    stopTexts(conn, { contact, customer_id, reason: 'Answered STOP to a text message' }),
  start: (conn, contact) => liftStop(conn, contact),
  help: async () => true,
}

const OFFICE = sql<OfficeContact, []>`select phone, email
  from organisations where id = scope_organisation()`

/**
 * What was asked is done each time; each word is answered once a day. A machine that answers our
 * answer with HELP, or with STOP and START in turn, would never come to an end.
 */
async function answerCommand(
  ctx: JobContext,
  conn: Conn,
  asked: { to: string; customer_id: number | null; command: SmsCommand },
): Promise<void> {
  const office = await OFFICE.one(conn)
  if (!office) return
  const draft = {
    kind: 'sms_answer',
    purpose: 'service',
    tone: 'normal',
    is_by_hand: false,
    care_reason: null,
    may_repeat: true,
    invoice_id: null,
  } as const
  const text = commandAnswers[asked.command](office)
  const whole = { ...draft, to: asked.to, text, customer_id: asked.customer_id }
  try {
    const sms = await readySms(conn, ctx.config, whole, ctx.clock.now())
    await queueSms(ctx, conn, sms, `answer ${asked.command} ${asked.to} ${todayOf(ctx)}`)
  } catch (error) {
    // Whoever wrote from abroad, or from no mobile phone, gets no answer; what they asked is done.
    if (!(error instanceof Problem)) throw error
  }
}
