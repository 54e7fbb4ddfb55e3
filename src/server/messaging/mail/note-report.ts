import {
  BOUNCE_DAYS,
  BOUNCES_UNTIL_DEAD,
  isDeadAddress,
  isPolicy,
} from '#domain/messaging/bounce-code.ts'
import type { InboundMail, MailReport, ReportedAddress } from '#domain/messaging/inbound-mail.ts'
import { wordIn } from '#domain/messaging/mail-address.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { sql } from '#server/kit/database/sql.ts'
import type { Context } from '#server/kit/http/context.ts'
import { secretsIn, withoutSecrets } from '#server/mail/mail-secrets.ts'
import { listContact } from '../list-contact.ts'
import { listDead, listIfDead } from '../outbox/dead-address.ts'
import { noteEvent } from '../outbox/message-events.ts'
import { idInWord } from './mail-tokens.ts'

interface SentMessage {
  id: number
  recipient: string
}

const SENT = sql<SentMessage, [id: number]>`select id, recipient from messages
  where id = $1 and direction = 'out' and type = 'email' for update`

/** What a machine says of a mail of ours; false where it is not known which. */
export async function noteReport(
  ctx: Context,
  conn: Conn,
  mail: InboundMail & { report: MailReport },
): Promise<boolean> {
  const id = messageOf(ctx, mail)
  const message = id === null ? undefined : await SENT.one(conn, id)
  if (!message) return false
  const raw = rawWithoutSecrets(ctx, mail)
  if (mail.report.kind === 'complaint')
    await noteComplaint(conn, message, mail.report.addresses, raw)
  else await noteDeliveries(conn, message, mail.report.recipients, raw)
  return true
}

/** A report may repeat words of ours, and these may hold what opens a page. */
function rawWithoutSecrets({ config }: Context, { raw_report }: InboundMail): string | null {
  if (raw_report === null) return null
  const keys = config.secrets.fields
  return secretsIn(keys, null)(withoutSecrets(keys, { text: raw_report, html: null }).text)
}

/** By the address it came back to, by the envelope, then by the returned mail's own name. */
function messageOf(ctx: Context, { recipients, report }: InboundMail): number | null {
  const keys = ctx.config.secrets.fields
  const organisation_id = ctx.actor.organisation_id ?? 0
  const envelope = report?.kind === 'delivery' ? report.envelope_id : null
  for (const address of [...recipients, ...(envelope ? [envelope] : [])]) {
    const id = idInWord(keys, 'bounce', organisation_id, wordIn(address))
    if (id !== null) return id
  }
  return idInWord(keys, 'name', organisation_id, report?.rfc_id ?? null)
}

// A late or repeated report moves nothing back.
const NOTE_DELIVERY = sql<
  { id: number; field: string },
  [message_id: number, address: string, state: string, code: string | null, words: string | null]
>`update deliveries set state = $3, code = $4, words = $5, modified_at = clock_timestamp()
  where message_id = $1 and address = $2 and case $3
    when 'bounced' then state in ('sending', 'accepted', 'delayed', 'delivered')
    when 'delivered' then state in ('sending', 'accepted', 'delayed')
    else state in ('sending', 'accepted') end
  returning id, field`

const BOUNCED = sql<never, [id: number, code: string | null, words: string | null]>`
  update messages set status = 'bounced', sent = false, error = $3, error_code = $2,
    version = version + 1, modified_at = clock_timestamp()
  where id = $1 and status in ('accepted', 'delivered', 'sending', 'unconfirmed')`

const DELIVERED = sql<never, [id: number]>`update messages set status = 'delivered', sent = true,
    delivered_at = now(), version = version + 1, modified_at = clock_timestamp()
  where id = $1 and status in ('accepted', 'unconfirmed')`

const states = {
  failed: 'bounced',
  delayed: 'delayed',
  delivered: 'delivered',
  relayed: 'delivered',
  expanded: 'delivered',
} as const

async function noteDeliveries(
  conn: Conn,
  message: SentMessage,
  recipients: readonly ReportedAddress[],
  raw: string | null,
): Promise<void> {
  const unreadable: ReportedAddress = {
    address: message.recipient.toLowerCase(),
    action: 'failed',
    code: null,
    words: 'It came back; the reason is unknown.',
  }
  for (const told of recipients.length > 0 ? recipients : [unreadable]) {
    const event = states[told.action]
    const words = told.words?.slice(0, 500) ?? null
    const moved = await NOTE_DELIVERY.one(conn, message.id, told.address, event, told.code, words)
    if (!moved) continue
    const said = [told.address, told.code, words].filter(Boolean).join(' ')
    await noteEvent(conn, { message_id: message.id, event, words: said, raw })
    if (moved.field === 'to' && event === 'bounced')
      await BOUNCED.run(conn, message.id, told.code, words ?? 'It came back.')
    if (moved.field === 'to' && event === 'delivered') await DELIVERED.run(conn, message.id)
    if (event === 'bounced') await listBounced(conn, told)
  }
}

const BOUNCES = sql<{ count: number }, [address: string]>`
  select count(*)::int as count from deliveries
  where organisation_id = scope_organisation() and address = $1 and state = 'bounced'
    and modified_at > now() - make_interval(days => ${BOUNCE_DAYS})`

/** At once where nobody is there; at the third time otherwise. Whom they refuse may be us. */
async function listBounced(conn: Conn, { address, code, words }: ReportedAddress): Promise<void> {
  if (isDeadAddress(code)) return listIfDead(conn, { address, code, words })
  if (isPolicy(code)) return
  const count = (await BOUNCES.one(conn, address))?.count ?? 0
  if (count >= BOUNCES_UNTIL_DEAD)
    await listDead(conn, address, `Came back ${count} times in ${BOUNCE_DAYS} days`)
}

const WENT_TO = sql<{ address: string }, [message_id: number, addresses: readonly string[]]>`
  select address from deliveries where message_id = $1 and address = any($2)`

// Whoever has a mail of ours can write such a report; it speaks for those alone who got that mail.
async function noteComplaint(
  conn: Conn,
  { id, recipient }: SentMessage,
  addresses: readonly string[],
  raw: string | null,
): Promise<void> {
  const named = addresses.length > 0 ? addresses : [recipient.toLowerCase()]
  for (const { address } of await WENT_TO.all(conn, id, named)) {
    await listContact(conn, {
      contact: address,
      type: 'email',
      blocks: 'everything',
      source: 'complaint',
      reason: 'Complained about a mail of ours',
    })
    await noteEvent(conn, { message_id: id, event: 'complained', words: address, raw })
  }
}
