import type { Stop } from '#domain/messaging/checks/stop.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { sql } from '#server/kit/database/sql.ts'
import type { CheckedMessage } from './stop-of.ts'

interface NewEvidence {
  customer_id: number
  message_id: number | null
  kind: string
  tone: string
  reason: string
  words: string
  contact: string
  actor_name: string | null
}

const NOTE = sql<never, [row: NewEvidence]>`insert into carestops (organisation_id, customer_id,
    message_id, kind, tone, reason, words, contact, actor_name)
  select scope_organisation(), r.customer_id, r.message_id, r.kind, r.tone, r.reason, r.words,
    r.contact, r.actor_name
  from jsonb_to_record($1::jsonb) as r (customer_id bigint, message_id bigint, kind text, tone text,
    reason text, words text, contact text, actor_name text)`

/** What care kept from a customer is kept itself: somebody may have to show it. */
export async function noteCareStop(
  conn: Conn,
  message: CheckedMessage,
  { rule, reason }: Stop,
  actor_name: string | null,
): Promise<void> {
  const { customer_id, id, kind, tone, contact, text } = message
  if (rule !== 'care' || customer_id === null) return
  const words = text.slice(0, 4000)
  const about = { customer_id, message_id: id, kind, tone, contact, words }
  await NOTE.run(conn, { ...about, reason: reason.slice(0, 500), actor_name })
}
