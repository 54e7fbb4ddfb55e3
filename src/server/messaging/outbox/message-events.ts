import type { MessageEventName } from '#domain/messaging/message-event.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { sql } from '#server/kit/database/sql.ts'

interface NewEvent {
  message_id: number
  event: MessageEventName
  words?: string | null | undefined
  /** Who did it; nobody for what the program and other servers do. */
  actor_name?: string | null | undefined
}

const NOTE = sql<
  never,
  [message_id: number, event: string, words: string | null, actor_name: string | null]
>`insert into messageevents (organisation_id, message_id, event, words, actor_name)
  values (scope_organisation(), $1, $2, $3, $4)`.named('message_event')

/** What happened to a message on its way; it is only ever added to. */
export async function noteEvent(conn: Conn, told: NewEvent): Promise<void> {
  const { message_id, event, words, actor_name } = told
  await NOTE.run(conn, message_id, event, words?.slice(0, 1000) ?? null, actor_name ?? null)
}
