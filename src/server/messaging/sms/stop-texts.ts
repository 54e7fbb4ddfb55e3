import type { Conn } from '#server/kit/database/database.ts'
import { sql } from '#server/kit/database/sql.ts'
import { withdrawConsent } from '#server/messaging/consent-lines.ts'
import { listContact } from '#server/messaging/list-contact.ts'
import { noteEvent } from '#server/messaging/outbox/message-events.ts'

// The answer to what they asked for still goes: it says that they are left alone.
const STOP_WAITING = sql<{ id: number }, [contact: string, words: string]>`update messages
  set status = 'blocked', error = $2, error_code = 'list', version = version + 1,
    modified_at = clock_timestamp()
  where recipient = $1 and type = 'sms' and direction = 'out' and status = 'queued'
    and kind <> 'sms_answer' returning id`

interface Stopping {
  contact: string
  customer_id: number | null
  /** How they said so. */
  reason: string
}

/**
 * Somebody wants no more text messages: listed, their consent withdrawn, and what waits is stopped.
 * Answers whether they had not said so before.
 */
export async function stopTexts(
  conn: Conn,
  { contact, customer_id, reason }: Stopping,
): Promise<boolean> {
  const listing = { type: 'sms', blocks: 'everything', source: 'stop', reason } as const
  const isNew = await listContact(conn, { contact, ...listing, customer_id })
  await withdrawConsent(conn, { contact, channel: 'sms', customer_id, how: reason })
  const words = 'They answered STOP.'
  for (const { id } of await STOP_WAITING.all(conn, contact, words))
    await noteEvent(conn, { message_id: id, event: 'blocked', words })
  return isNew
}
