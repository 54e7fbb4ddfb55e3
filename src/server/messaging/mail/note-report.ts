import type { InboundMail, MailReport } from '#domain/messaging/inbound-mail.ts'
import { wordIn } from '#domain/messaging/mail-address.ts'
import { asciiAddress } from '#server/integrations/ascii-address.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { sql } from '#server/kit/database/sql.ts'
import type { Context } from '#server/kit/http/context.ts'
import { secretsIn, withoutSecrets } from '#server/mail/mail-secrets.ts'
import { listContact } from '../list-contact.ts'
import { noteEvent } from '../outbox/message-events.ts'
import { idInWord } from './mail-tokens.ts'
import { noteDeliveries, type SentMessage } from './note-deliveries.ts'

// As much as is kept of a report that a program can read.
const MOST_REPORTED = 16_000

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

/** What came back in plain words to a sender's address of ours; false where it is not known which. */
export async function notePlainBounce(
  ctx: Context,
  conn: Conn,
  mail: InboundMail,
): Promise<boolean> {
  const report = { kind: 'delivery' as const, envelope_id: null, rfc_id: null, recipients: [] }
  return noteReport(ctx, conn, { ...mail, report, raw_report: mail.text.slice(0, MOST_REPORTED) })
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

const WENT_TO = sql<{ address: string }, [message_id: number]>`
  select address from deliveries where message_id = $1`

// Whoever has a mail of ours can write such a report; it speaks for those alone who got that mail.
async function noteComplaint(
  conn: Conn,
  { id }: SentMessage,
  addresses: readonly string[],
  raw: string | null,
): Promise<void> {
  const readers = await WENT_TO.all(conn, id)
  // Nobody is named: of one reader it is clear who it was, of several somebody has to look.
  if (addresses.length === 0 && readers.length > 1)
    return noteEvent(conn, {
      message_id: id,
      event: 'complained',
      words: 'One of its readers',
      raw,
    })
  const told = addresses.map(asciiAddress)
  const meant = ({ address }: { address: string }) =>
    addresses.length === 0 || told.includes(asciiAddress(address))
  for (const { address } of readers.filter(meant)) {
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
