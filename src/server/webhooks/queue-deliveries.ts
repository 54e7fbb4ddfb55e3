import { randomUUID } from 'node:crypto'
import {
  type Happening,
  messageOf,
  typeOf,
  type WebhookMessage,
} from '#domain/webhooks/webhook-event.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { sql } from '#server/kit/database/sql.ts'

const AT_ONCE = 500

// Taken away in the order in which they were noted. A second worker waits for the first, so that
// what it takes comes after.
const TAKE = sql<Happening & { id: number }, [limit: number]>`with taken as (
    delete from webhook_outbox where id in (select id from webhook_outbox order by id limit $1
      for update) returning *)
  select id, object_class, object_id, object_version, happened, state, created_at
  from taken order by id`

const LISTENING = sql<{ id: number; events: string[] }>`select id, events from webhooks
  where is_active and deleted_at is null order by id`

const QUEUE = sql<
  { id: number },
  [organisation_id: number, webhook_id: number, message: string, now: Date]
>`insert into webhook_deliveries (organisation_id, webhook_id, message_id, type, object_class,
    object_id, body, next_at, created_at)
  select $1, $2, m ->> 'id', m ->> 'type', m #>> '{object,class}', (m #>> '{object,id}')::bigint,
    $3, $4, $4 from (select $3::jsonb as m) x returning id`

/** Gives each event to whoever listens to it. Answers whether there may be more. */
export async function queueDeliveries(
  conn: Conn,
  organisation_id: number,
  now: Date,
): Promise<boolean> {
  const happenings = await TAKE.all(conn, AT_ONCE)
  if (happenings.length === 0) return false
  const hooks = await LISTENING.all(conn)
  for (const told of happenings) {
    const type = typeOf(told)
    for (const { id } of hooks.filter(({ events }) => events.includes(type)))
      await queueMessage(conn, id, messageOf(newMessageId(), organisation_id, told), now)
  }
  return happenings.length === AT_ONCE
}

export const newMessageId = () => `msg_${randomUUID().replaceAll('-', '')}`

export async function queueMessage(
  conn: Conn,
  webhook_id: number,
  message: WebhookMessage,
  now: Date,
): Promise<number> {
  const body = JSON.stringify(message)
  const row = await QUEUE.one(conn, message.organisation_id, webhook_id, body, now)
  if (!row) throw new Error('The message was not stored.')
  return row.id
}
