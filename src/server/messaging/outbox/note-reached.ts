import type { MessageState } from '#domain/messaging/message-machine.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { sql } from '#server/kit/database/sql.ts'
import { noteEvent } from './message-events.ts'

const REACHED = sql<{ id: number }, [id: number]>`update messages set status = 'delivered',
    sent = true, delivered_at = now(), error = null, version = version + 1,
    modified_at = clock_timestamp()
  where id = $1 and direction = 'out' and status in ('accepted', 'unconfirmed') returning id`

// Whoever answers may be any of those that it went to: it has reached the first of them at least.
const DELIVERED = sql<never, [message_id: number]>`update deliveries set state = 'delivered',
    modified_at = clock_timestamp()
  where message_id = $1 and field = 'to' and state in ('sending', 'accepted', 'delayed')`

/** Somebody has got it, whatever reports said or did not say; the words tell how that is known. */
export async function noteReached(conn: Conn, message_id: number, words: string): Promise<void> {
  if (!(await REACHED.one(conn, message_id))) return
  await DELIVERED.run(conn, message_id)
  await noteEvent(conn, { message_id, event: 'delivered', words })
}

/** Whoever answers has got it. */
export function noteAnswered(conn: Conn, message_id: number): Promise<void> {
  return noteReached(conn, message_id, 'It was answered.')
}

const LAST_TEXT = sql<
  { id: number; status: MessageState },
  [number: string, office: string, now: Date]
>`select id, status from messages where recipient = $1 and sender = $2 and direction = 'out'
    and type = 'sms' and created_at > $3::timestamptz - interval '30 days'
    and status in ('accepted', 'delivered', 'unconfirmed')
  order by id desc limit 1`

/**
 * A phone answers the last text message that it got from the same number of ours. Where nobody knows
 * whether it got the last one, it may be answering an earlier one: that settles nothing.
 */
export async function noteTextAnswered(
  conn: Conn,
  answer: { from: string; to: string },
  now: Date,
): Promise<void> {
  const last = await LAST_TEXT.one(conn, answer.from, answer.to, now)
  if (last?.status === 'accepted') await noteAnswered(conn, last.id)
}
