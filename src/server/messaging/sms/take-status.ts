import type { SmsStatus } from '#server/integrations/sms.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { sql } from '#server/kit/database/sql.ts'
import { listContact } from '#server/messaging/list-contact.ts'
import { noteEvent } from '#server/messaging/outbox/message-events.ts'

interface ReportedSms {
  id: number
  status: string
  recipient: string
}

// By what the gateway calls it; where its answer was lost, by our own reference.
const REPORTED = sql<
  ReportedSms,
  [provider: string, provider_id: string, message_id: number | null]
>`select id, status, recipient from messages
  where type = 'sms' and direction = 'out' and (provider = $1 and provider_id = $2
    or id = $3 and provider = $1 and provider_id is null)
  order by provider_id is null limit 1 for update`

const NOTE = sql<
  never,
  [id: number, status: string, provider_id: string, error_code: string | null]
>`update messages set status = $2, provider_id = $3, sent = true,
    sent_at = coalesce(sent_at, now()), sending_until = null,
    delivered_at = case when $2 = 'delivered' then now() else delivered_at end,
    error_code = $4, error = case when $2 = 'bounced'
      then 'The phone could not be reached.' end,
    version = version + 1, modified_at = clock_timestamp()
  where id = $1`

const states = { accepted: 'accepted', delivered: 'delivered', undelivered: 'bounced' } as const

// What may follow what: a report that comes late, or twice, moves nothing back.
const from: Record<(typeof states)[keyof typeof states], readonly string[]> = {
  accepted: ['sending', 'unconfirmed'],
  delivered: ['sending', 'unconfirmed', 'accepted'],
  bounced: ['sending', 'unconfirmed', 'accepted', 'delivered'],
}

/** How far a message got, as its gateway reports. */
export async function takeStatus(
  conn: Conn,
  { id, reference, state, code, address_dead }: SmsStatus,
  { provider }: { provider: string },
): Promise<void> {
  const ours = /^m(\d{1,15})$/.exec(reference ?? '')?.[1]
  const found = await REPORTED.one(conn, provider, id, ours ? Number(ours) : null)
  if (!found) return
  const next = states[state]
  if (!from[next].includes(found.status)) return
  await NOTE.run(conn, found.id, next, id, code)
  const event = next === 'accepted' ? 'found' : next
  await noteEvent(conn, { message_id: found.id, event, words: code })
  if (!address_dead) return
  const reason = `The gateway says that nothing arrives there (${code ?? 'no code'})`
  const listing = { type: 'sms', blocks: 'everything', source: 'bounce', reason } as const
  await listContact(conn, { contact: found.recipient, ...listing })
}
