import type { Conn } from '#server/kit/database/database.ts'
import { sql } from '#server/kit/database/sql.ts'
import type { Context } from '#server/kit/http/context.ts'
import { recordSecurityEvent } from './security-event.ts'

const MEMBER = sql<
  { id: number },
  [user_id: number, organisation_id: number]
>`select id from memberships
  where user_id = $1 and organisation_id = $2 and deleted_at is null`

/** Somebody of the platform comes into an organisation they are no member of: its admins see it. */
export async function noteEntry(
  ctx: Context,
  conn: Conn,
  user_id: number,
  organisation_id: number | null,
): Promise<void> {
  if (organisation_id === null || (await MEMBER.one(conn, user_id, organisation_id))) return
  await recordSecurityEvent(conn, ctx, 'organisation_entered', { user_id, organisation_id })
}
