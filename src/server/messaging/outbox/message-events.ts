import type { MessageEventName } from '#domain/messaging/message-event.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { sql } from '#server/kit/database/sql.ts'

interface NewEvent {
  message_id: number
  event: MessageEventName
  words?: string | null | undefined
  /** Who did it; nobody for what the program and other servers do. */
  actor_name?: string | null | undefined
  /** What another server said, as it said it; kept for 400 days. */
  raw?: string | null | undefined
}

const NOTE = sql<
  { id: number },
  [
    message_ids: readonly number[],
    events: readonly string[],
    words: readonly (string | null)[],
    actor_names: readonly (string | null)[],
  ]
>`insert into messageevents (organisation_id, message_id, event, words, actor_name)
  select scope_organisation(), e.* from
    unnest($1::bigint[], $2::text[], $3::text[], $4::text[]) as e
  returning id`.named('message_event')

const KEEP_RAW = sql<never, [event_id: number, words: string]>`
  insert into messageraws (organisation_id, event_id, words) values (scope_organisation(), $1, $2)`

/** What happened to a message on its way; it is only ever added to. */
export async function noteEvent(conn: Conn, told: NewEvent): Promise<void> {
  const [noted] = await insertEvents(conn, [told])
  if (told.raw && noted) await KEEP_RAW.run(conn, noted.id, told.raw)
}

/** The same of several messages at once. */
export async function noteEvents(
  conn: Conn,
  told: readonly Omit<NewEvent, 'raw'>[],
): Promise<void> {
  if (told.length > 0) await insertEvents(conn, told)
}

function insertEvents(conn: Conn, told: readonly NewEvent[]): Promise<{ id: number }[]> {
  return NOTE.all(
    conn,
    told.map(({ message_id }) => message_id),
    told.map(({ event }) => event),
    told.map(({ words }) => words?.slice(0, 1000) ?? null),
    told.map(({ actor_name }) => actor_name ?? null),
  )
}
