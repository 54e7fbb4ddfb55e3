import type { BrokerField } from '#domain/messaging/template/template-context.ts'
import { escaped } from '#domain/messaging/template/template-html.ts'
import { makePublicLink, publicLinkOf } from '#server/identity/public-link.ts'
import type { Conn, Database } from '#server/kit/database/database.ts'
import { sql } from '#server/kit/database/sql.ts'
import type { Clock } from '#server/kit/http/context.ts'
import type { Config } from '#server/kit/start/config.ts'
import { withdrawConsent } from '#server/messaging/consent-lines.ts'
import { listContact } from '#server/messaging/list-contact.ts'

const UNSUBSCRIBE_LINK = 'unsubscribe'
// The law asks for thirty days, and people find old mail: it never ends.
const NEVER_DAYS = 365 * 100

/** The address at which whoever got a promotional mail gets no more of them. */
export async function unsubscribeAddress(
  { clock, config }: { clock: Clock; config: Config },
  conn: Conn,
  { organisation_id, message_id }: { organisation_id: number; message_id: number },
): Promise<string> {
  const opens = { object_class: UNSUBSCRIBE_LINK, object_id: message_id, days: NEVER_DAYS }
  const token = await makePublicLink({ clock, actor: { organisation_id } }, conn, opens)
  return `${config.publicUrl}/u/${token}`
}

interface MailWords {
  text: string
  html: string | null
}

/** How whoever gets a promotional mail gets no more of them, and whose mail it is. */
export interface WayOut {
  address: string
  broker: Record<BrokerField, string | null>
}

/**
 * Mail that advertises says who sent it, and how to end it: to its reader, and to the program it is
 * read with.
 */
export function withWayOut(words: MailWords, wayOut: WayOut | null) {
  if (wayOut === null) return words
  const { address, broker } = wayOut
  const { broker_name, broker_address, broker_email, broker_phone } = broker
  const sender = [broker_name, broker_address, broker_email, broker_phone].flatMap(
    (one) => one || [],
  )
  const shown = `<p>${sender.map(escaped).join('<br>')}</p>`
  return {
    text: `${words.text.trimEnd()}\n\n${sender.join('\n')}\n\nUnsubscribe: ${address}`,
    html: words.html && `${words.html}${shown}<p><a href="${address}">Unsubscribe</a></p>`,
    headers: {
      'List-Unsubscribe': `<${address}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    },
  }
}

interface Addressee {
  recipient: string
  customer_id: number | null
  broker: string
}

const ADDRESSEE = sql<Addressee, [message_id: number]>`
  select m.recipient, m.customer_id, coalesce(o.trading_name, o.name) as broker
  from messages m join organisations o on o.id = m.organisation_id where m.id = $1`

/** Who sent the mail that a link stood in; null for a link nobody made. */
export async function brokerOf(database: Database, token: string): Promise<string | null> {
  const link = await publicLinkOf(database, token, UNSUBSCRIBE_LINK)
  if (!link) return null
  const scope = { organisation_id: link.organisation_id, user_id: null }
  const found = await database.read(scope, (conn) => ADDRESSEE.one(conn, link.object_id))
  return found?.broker ?? null
}

/** No advertising goes there any more; bills do. Twice is the same as once. */
export async function unsubscribe(database: Database, token: string): Promise<string | null> {
  const link = await publicLinkOf(database, token, UNSUBSCRIBE_LINK)
  if (!link) return null
  const scope = { organisation_id: link.organisation_id, user_id: null }
  return database.write(scope, async (conn) => {
    const found = await ADDRESSEE.one(conn, link.object_id)
    if (!found) return null
    const { recipient: contact, customer_id, broker } = found
    const reason = 'Followed the link in a promotional mail'
    const listing = { type: 'email', blocks: 'promotional', source: 'unsubscribe' } as const
    await listContact(conn, { contact, ...listing, reason, customer_id })
    await withdrawConsent(conn, { contact, channel: 'email', customer_id, how: reason })
    return broker
  })
}
