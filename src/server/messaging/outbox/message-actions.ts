import { message } from '#domain/messaging/message.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { sql } from '#server/kit/database/sql.ts'
import type { Context } from '#server/kit/http/context.ts'
import { notPossible } from '#server/kit/rows/state.ts'
import { type ActionRequest, transition } from '#server/kit/rows/transition.ts'
import type { Written } from '#server/kit/rows/write-row.ts'
import { noteEvent } from './message-events.ts'

const OPTED_OUT = sql<{ contact: string }, [address: string]>`
  select contact from messageblacklists
  where lower(contact) = lower($1) and type in ('email', 'all') and blocks = 'everything'
    and deleted_at is null limit 1`

export async function hasOptedOut(conn: Conn, address: string): Promise<boolean> {
  return (await OPTED_OUT.one(conn, address)) !== undefined
}

/** Who has opted out is not written to, whoever writes. */
export async function refuseOptedOut(conn: Conn, address: string): Promise<void> {
  if (await hasOptedOut(conn, address))
    throw notPossible('send', `${address} has opted out`, 'You could use another address.')
}

/** Somebody has asked: what nobody could be sure of did arrive. */
export async function noteArrival(
  ctx: Context,
  conn: Conn,
  asked: ActionRequest,
): Promise<Written<typeof message>> {
  const arrived = { sent: true, error: null }
  const written = await transition(ctx, conn, message, 'arrived', asked, async () => arrived)
  await noteEvent(conn, { message_id: asked.id, event: 'arrived', actor_name: ctx.actor.name })
  return written
}
