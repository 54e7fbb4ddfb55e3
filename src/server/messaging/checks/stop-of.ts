import { careStop, type MessageTone } from '#domain/messaging/checks/caring.ts'
import {
  type ConsentFlag,
  consentFlags,
  consentNeeded,
  consentStop,
} from '#domain/messaging/checks/consented.ts'
import { type ListEntry, listedStop } from '#domain/messaging/checks/listed.ts'
import { quietStop } from '#domain/messaging/checks/quiet-hours.ts'
import { type OwedFacts, senseStop } from '#domain/messaging/checks/sensible.ts'
import type { Stop } from '#domain/messaging/checks/stop.ts'
import { tooOftenStop } from '#domain/messaging/checks/too-often.ts'
import type { MessagePurpose } from '#domain/messaging/sms/sms-text.ts'
import { settingsOf } from '#server/identity/setting.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { fragment, sql } from '#server/kit/database/sql.ts'
import { LEAVES_AT } from './leaves-at.ts'
import { promisedFor } from './promised-for.ts'

/** A message as the checks see it, before it is written down or when it is about to leave. */
export interface CheckedMessage {
  /** Null for one that is only being written. */
  id: number | null
  channel: 'email' | 'sms'
  kind: string
  purpose: MessagePurpose
  tone: MessageTone
  is_by_hand: boolean
  care_reason: string | null
  may_repeat: boolean
  is_awaited: boolean
  contact: string
  subject: string | null
  text: string
  html: string | null
  /** What threatens in the words that a person wrote beside those of a template. */
  own_threat?: string | null
  customer_id: number | null
  invoice_id: number | null
  /** What is owed without an invoice, where it reminds of that. */
  adjustment_id?: number | null
  contract_id: number | null
  /** The message to many that it is one of: what is about accounts goes to each of them. */
  bulk_id?: number | null
  /** When it leaves, where somebody has chosen a moment. */
  leaves_at?: string | null
  /** Its writer was asked; now it leaves. */
  is_leaving?: boolean
}

type CustomerFacts = Record<ConsentFlag, boolean> & {
  is_archived: boolean
  required_for_medical: boolean
  in_hardship: boolean
  customer_type: string | null
  postcode: string | null
  debits_frozen_reason: string | null
}

/** What is known of whom it is for; the checks themselves ask nothing. */
export interface CheckFacts {
  entries: ListEntry[] | null
  customer: CustomerFacts | null
  invoice: OwedFacts | null
  adjustment: OwedFacts | null
  contract: { is_withdrawn: boolean } | null
  consent: 'given' | 'withdrawn' | null
  last_promotional_at: string | null
  same_words_at: string | null
}

const OWED = (row: 'i' | 'a') => {
  const own = { fragment: row }
  return fragment`'is_paid', coalesce(${own}.balance, 0) <= 0, 'is_held', ${own}.is_held,
    'is_promised', coalesce(${promisedFor(row, own)}, 0) > 0`
}

const FACTS = sql<
  CheckFacts,
  [
    contact: string,
    customer_id: number | null,
    invoice_id: number | null,
    contract_id: number | null,
    channel: string,
    consent_purpose: string | null,
    id: number | null,
    same_words: string | null,
    subject: string,
    leaves_at: string,
    adjustment_id: number | null,
    bulk_id: number | null,
    is_leaving: boolean,
  ]
>`select
    (select json_agg(json_build_object('type', b.type, 'blocks', b.blocks, 'source', b.source))
      from messageblacklists b where lower(b.contact) = lower($1) and b.deleted_at is null
    ) as entries,
    (select json_build_object('is_archived', c.deleted_at is not null,
        'required_for_medical', c.required_for_medical,
        'in_hardship', c.in_hardship, 'customer_type', c.customer_type, 'postcode', c.postcode,
        'receive_promo_emails', c.receive_promo_emails, 'receive_promo_sms', c.receive_promo_sms,
        'receive_sms_reminders', c.receive_sms_reminders,
        'debits_frozen_reason', c.debits_frozen_reason)
      from customers c where c.id = $2) as customer,
    (select json_build_object('is_cancelled',
        i.invoice_status = 'cancelled' or i.deleted_at is not null,
        ${OWED('i')})
      from invoices i where i.id = $3) as invoice,
    (select json_build_object('is_cancelled',
        a.adjustment_status = 'cancelled' or a.deleted_at is not null,
        ${OWED('a')})
      from adjustments a where a.id = $11) as adjustment,
    (select json_build_object('is_withdrawn',
        k.contract_status not in ('offered', 'active') or k.deleted_at is not null)
      from contracts k where k.id = $4) as contract,
    (select k.state from consents k where $6::text is not null and k.purpose = $6::text
        and k.channel = $5 and (k.customer_id = $2 or lower(k.contact) = lower($1))
      order by k.id desc limit 1) as consent,
    (select max(${LEAVES_AT}) from messages m where m.recipient = $1 and m.direction = 'out'
        and m.purpose = 'promotional' and m.id is distinct from $7
        -- Of two that wait the one that was written first leaves.
        and (m.status in ('sending', 'accepted', 'delivered', 'unconfirmed')
          or m.status = 'queued' and m.id < coalesce($7, 9000000000000000))
    ) as last_promotional_at,
    (select max(${LEAVES_AT}) from messages m where $8::text is not null and m.recipient = $1
        and m.direction = 'out' and m.id is distinct from $7
        and ${LEAVES_AT} > $10::timestamptz - interval '24 hours'
        and ${LEAVES_AT} < $10::timestamptz + interval '24 hours'
        and m.text_plain = $8::text and coalesce(m.subject, '') = $9
        and ($12::bigint is null or m.bulk_id is distinct from $12::bigint)
        -- Whoever meant to repeat them was asked then; of two that wait the first leaves.
        and not ($13 and m.may_repeat)
        and (m.status in ('sending', 'accepted', 'delivered', 'unconfirmed')
          or m.status = 'queued' and not ($13 and m.id > $7))
    ) as same_words_at`.named('message_facts')

/** Why it must not leave now; null where it may. The order is that in which people are told. */
export async function stopOf(conn: Conn, message: CheckedMessage, at: Date): Promise<Stop | null> {
  const { channel, kind, purpose, contact } = message
  const flag = consentNeeded({ channel, purpose, kind })
  const facts = await FACTS.one(
    conn,
    contact,
    message.customer_id,
    message.invoice_id,
    message.contract_id,
    channel,
    flag && consentFlags[flag].purpose,
    message.id,
    // What the program repeats has a key of its own; only people repeat themselves by mistake.
    message.is_by_hand ? message.text : null,
    message.subject ?? '',
    message.leaves_at ?? at.toISOString(),
    message.adjustment_id ?? null,
    message.bulk_id ?? null,
    message.is_leaving ?? false,
  )
  if (!facts) throw new Error('The facts of a message are one row.')
  const lasting = lastingStop(message, facts)
  if (lasting || !hangsOnTime(message, facts)) return lasting
  return timeStop(message, facts, await checkSettings(conn), at.toISOString())
}

/** What does not pass by itself: the list, consent, sense and care. */
export function lastingStop(message: CheckedMessage, facts: CheckFacts): Stop | null {
  const { channel, kind, purpose, contact } = message
  const flag = consentNeeded({ channel, purpose, kind })
  return (
    // One answer tells whoever asks to be left alone that they will be.
    (kind === 'sms_answer'
      ? null
      : listedStop(facts.entries ?? [], { channel, purpose, contact })) ??
    consentStop(flag, consentOf(flag, facts)) ??
    // What is disputed is held: it is care that keeps a reminder of it from them, with evidence.
    senseOf(kind, { ...facts, ...unheld(facts) }) ??
    careOf(message, facts) ??
    senseOf(kind, facts)
  )
}

const senseOf = (kind: string, facts: CheckFacts) =>
  senseStop({ ...facts, kind, is_archived: facts.customer?.is_archived })

const unheld = ({ invoice, adjustment }: CheckFacts) => ({
  invoice: invoice && { ...invoice, is_held: false },
  adjustment: adjustment && { ...adjustment, is_held: false },
})

/** A contact without a customer has no flag: its last line says it all. */
function consentOf(flag: ConsentFlag | null, { customer, consent }: CheckFacts) {
  const is_flagged = customer && flag ? customer[flag] : consent === 'given'
  return { is_flagged, last: consent }
}

function careOf(
  message: CheckedMessage,
  { customer, invoice, adjustment }: CheckFacts,
): Stop | null {
  if (!customer) return null
  // What a customer disputes is held until it is settled.
  const is_disputed = (invoice ?? adjustment)?.is_held ?? false
  return careStop({ ...customer, is_disputed }, message)
}

const timeSettings = ['promo_pause_days', 'sms_quiet_hours', 'promo_mail_quiet_hours'] as const

/** What an organisation has set about times. */
export type CheckSettings = Awaited<ReturnType<typeof checkSettings>>

export const checkSettings = (conn: Conn) => settingsOf(conn, timeSettings)

const hangsOnTime = ({ channel, purpose }: CheckedMessage, { same_words_at }: CheckFacts) =>
  channel === 'sms' || purpose === 'promotional' || same_words_at !== null

/** Too often, or at a time when nobody is disturbed. */
export function timeStop(
  message: CheckedMessage,
  { customer, last_promotional_at, same_words_at }: CheckFacts,
  { promo_pause_days, ...hours }: CheckSettings,
  now: string,
): Stop | null {
  const { channel, purpose, kind, may_repeat, is_awaited, leaves_at } = message
  const last = { last_promotional_at, same_words_at }
  const often = { purpose, ...last, leaves_at, promo_pause_days, may_repeat }
  const postcode = customer?.postcode ?? null
  const quiet = { channel, purpose, kind, postcode, is_awaited, ...hours }
  return tooOftenStop(often, now) ?? quietStop(quiet, now)
}
