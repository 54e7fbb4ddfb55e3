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
  [message_id: number, event: string, words: string | null, actor_name: string | null]
>`insert into messageevents (organisation_id, message_id, event, words, actor_name)
  values (scope_organisation(), $1, $2, $3, $4) returning id`.named('message_event')

const KEEP_RAW = sql<never, [event_id: number, words: string]>`
  insert into messageraws (organisation_id, event_id, words) values (scope_organisation(), $1, $2)`

/** What happened to a message on its way; it is only ever added to. */
export async function noteEvent(conn: Conn, told: NewEvent): Promise<void> {
  const { message_id, event, words, actor_name, raw } = told
  const said = words?.slice(0, 1000) ?? null
  const noted = await NOTE.one(conn, message_id, event, said, actor_name ?? null)
  if (raw && noted) await KEEP_RAW.run(conn, noted.id, raw)
}
