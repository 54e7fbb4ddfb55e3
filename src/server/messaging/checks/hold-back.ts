import type { BulkState } from '#domain/messaging/bulk/bulkmessage-machine.ts'
import { stopWords } from '#domain/messaging/checks/stop.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { fragment, sql } from '#server/kit/database/sql.ts'
import { noteEvent } from '#server/messaging/outbox/message-events.ts'
import { justWrote } from '#server/messaging/sms/just-wrote.ts'
import { noteCareStop } from './care-evidence.ts'
import { type CheckedMessage, stopOf } from './stop-of.ts'

type WaitingMessage = CheckedMessage & {
  id: number
  not_before: string | null
  /** Of the message to many that it is one of. */
  bulk_state: BulkState | null
}

// Held until the claim is written: whoever opts out meanwhile comes before it or after it.
const WAITING = sql<
  WaitingMessage,
  [id: number, now: Date]
>`select m.id, m.type as channel, m.kind, m.purpose,
    m.tone, m.is_by_hand or m.author_id is not null as is_by_hand, m.care_reason,
    m.may_repeat, m.recipient as contact, m.bulk_id, true as is_leaving,
    -- What was an answer as it was written may leave days later, when nobody waits for it any more.
    case when m.type = 'sms' and m.is_by_hand and m.kind not in ('bulk', 'sms_answer')
      then exists (${justWrote(fragment`m.recipient`, fragment`$2`)})
      else m.is_awaited end as is_awaited,
    m.subject, m.text_plain as text, m.text_html as html, m.own_threat, m.customer_id, m.invoice_id,
    m.adjustment_id, m.contract_id, m.not_before,
    (select b.state from bulkmessages b where b.id = m.bulk_id) as bulk_state
  from messages m where m.id = $1 and m.status = 'queued' and m.type in ('email', 'sms')
  for update`.named('message_waiting')

/** A message that waits to leave, as the checks see it. */
export const waitingMessage = (conn: Conn, id: number, now: Date) => WAITING.one(conn, id, now)

/** Timers fire a moment too soon. */
const EARLY_MS = 1000

const BLOCK = sql<never, [id: number, words: string, rule: string]>`update messages
  set status = 'blocked', error = $2, error_code = $3, version = version + 1,
    modified_at = clock_timestamp() where id = $1`

const WAIT = sql<never, [id: number, until: string]>`update messages
  set not_before = $2::timestamptz, version = version + 1, modified_at = clock_timestamp()
  where id = $1`

// Looked up after it was cancelled, and found to have reached nobody.
const CANCEL = sql<never, [id: number]>`update messages set status = 'cancelled',
  version = version + 1, modified_at = clock_timestamp() where id = $1`

/**
 * Asks every check once more, in the transaction that claims a message. Null where it may leave;
 * else it is stopped, with its reason, or waits until the moment that is answered.
 */
export async function holdBack(
  conn: Conn,
  message_id: number,
  now: Date,
): Promise<{ until: Date | null } | null> {
  const message = await waitingMessage(conn, message_id, now)
  if (!message) return { until: null }
  const { not_before, bulk_state } = message
  if (bulk_state === 'paused') return { until: null }
  if (bulk_state === 'cancelled') {
    await CANCEL.run(conn, message_id)
    return { until: null }
  }
  if (not_before !== null && Date.parse(not_before) > now.getTime() + EARLY_MS)
    return { until: new Date(not_before) }
  const found = await stopOf(conn, message, now)
  if (!found) return null
  const words = stopWords(found)
  if (found.rule === 'quiet_hours' && found.until !== null) {
    await WAIT.run(conn, message_id, found.until)
    await noteEvent(conn, { message_id, event: 'waits', words })
    return { until: new Date(found.until) }
  }
  await BLOCK.run(conn, message_id, words.slice(0, 500), found.rule)
  await noteEvent(conn, { message_id, event: 'blocked', words })
  await noteCareStop(conn, message, found, null)
  return { until: null }
}
