import type { BulkChannel } from '#domain/messaging/bulk/channel-order.ts'
import type { ListEntry } from '#domain/messaging/checks/listed.ts'
import type { MessagePurpose } from '#domain/messaging/sms/sms-text.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { sql } from '#server/kit/database/sql.ts'
import { LEAVES_AT } from '../checks/leaves-at.ts'

const LISTED = sql<ListEntry & { contact: string }>`
  select lower(contact) as contact, type, blocks, source from messageblacklists
  where deleted_at is null`

interface ConsentLine {
  id: number
  customer_id: number | null
  contact: string | null
  channel: BulkChannel
  state: 'given' | 'withdrawn'
}

const CONSENTS = sql<ConsentLine>`
  select k.id, k.customer_id, lower(k.contact) as contact, k.channel, k.state from consents k
  where k.id in (select max(id) from consents where purpose = 'promotional'
    group by customer_id, lower(contact), channel)
  order by k.id`

const PROMOTED = sql<{ recipient: string; at: string }, [days: number, now: Date]>`
  select m.recipient, max(${LEAVES_AT}) as at from messages m
  where m.purpose = 'promotional' and m.direction = 'out' and m.recipient is not null
    and ${LEAVES_AT} > $2::timestamptz - make_interval(days => $1)
    and m.status in ('queued', 'sending', 'accepted', 'delivered', 'unconfirmed')
  group by m.recipient`

/** What is known of contacts, asked for once however many are looked at. */
export interface KnownContacts {
  entriesOf(contact: string): ListEntry[]
  consentOf(
    channel: BulkChannel,
    customer_id: number,
    contact: string,
  ): 'given' | 'withdrawn' | null
  promotedAt(contact: string): string | null
}

export async function knownContacts(
  conn: Conn,
  purpose: MessagePurpose,
  { promo_pause_days, now }: { promo_pause_days: number; now: Date },
): Promise<KnownContacts> {
  const isPromotional = purpose === 'promotional'
  const listed = Map.groupBy(await LISTED.all(conn), ({ contact }) => contact)
  const lines = isPromotional ? await CONSENTS.all(conn) : []
  const promoted = isPromotional ? await PROMOTED.all(conn, promo_pause_days, now) : []
  // The last line of either says what holds: they come in their order.
  const consents = new Map<string, ConsentLine>()
  for (const line of lines) {
    if (line.customer_id !== null) consents.set(`${line.channel} ${line.customer_id}`, line)
    if (line.contact !== null) consents.set(`${line.channel} ${line.contact}`, line)
  }
  const promotedAt = new Map(promoted.map(({ recipient, at }) => [recipient, at]))
  return {
    entriesOf: (contact) => listed.get(contact.toLowerCase()) ?? [],
    consentOf: (channel, customer_id, contact) => {
      const ofCustomer = consents.get(`${channel} ${customer_id}`)
      const ofContact = consents.get(`${channel} ${contact.toLowerCase()}`)
      const last = (ofCustomer?.id ?? 0) > (ofContact?.id ?? 0) ? ofCustomer : ofContact
      return last?.state ?? null
    },
    promotedAt: (contact) => promotedAt.get(contact) ?? null,
  }
}
