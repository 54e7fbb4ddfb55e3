import { INVITATION_DAYS } from '#domain/identity/invitation-calls.ts'
import { membership } from '#domain/identity/membership.ts'
import { Problem } from '#domain/kit/problem.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { sql } from '#server/kit/database/sql.ts'
import type { Context } from '#server/kit/http/context.ts'
import { lockRow, restoreRow } from '#server/kit/rows/change-row.ts'
import type { Catalogue } from '#server/kit/rows/check-row.ts'
import { writtenAnswer } from '#server/kit/rows/written-answer.ts'

const DAY_MS = 86_400_000

const REMOVED_BY = sql<
  { actor_id: number | null },
  [id: number, organisation_id: number | null]
>`select actor_id from history where object_class = 'membership' and object_id = $1
    and organisation_id = $2 and action = 'delete' order by id desc limit 1`

const SAID_NO = sql<
  { id: number },
  [organisation_id: number | null, user_id: number, since: string]
>`select id from invitations where organisation_id = $1 and user_id = $2
    and invitation_status = 'declined' and answered_at >= $3 limit 1`

/**
 * Undoes a removal by somebody else, for as long as an invitation would be open: that person agreed
 * to work here and has said nothing else since. Whoever left, declined or is long gone is asked anew.
 */
export async function restoreMembership(
  ctx: Context,
  conn: Conn,
  id: number,
  catalogue: Catalogue,
) {
  const { row, deleted_at } = await lockRow(ctx, conn, membership, id)
  if (deleted_at !== null) {
    const reason = await obstacle(ctx, conn, { id, user_id: row.user_id, deleted_at })
    const fill = { action: 'restore', instead: 'You could invite them again.' }
    if (reason) throw new Problem('notPossible', { fill: { ...fill, reason } })
  }
  const written = await restoreRow(ctx, conn, membership, id, catalogue)
  const answer = writtenAnswer(ctx, membership, written, { status: 200 })
  return { ...answer, message: 'Membership restored.' }
}

/** Why the person has to be asked; null where they need not be. */
async function obstacle(
  ctx: Context,
  conn: Conn,
  gone: { id: number; user_id: number; deleted_at: string },
): Promise<string | null> {
  const { organisation_id } = ctx.actor
  const removal = await REMOVED_BY.one(conn, gone.id, organisation_id)
  if (!removal || removal.actor_id === gone.user_id) return 'they left of their own accord'
  if (await SAID_NO.one(conn, organisation_id, gone.user_id, gone.deleted_at))
    return 'they have declined to come back'
  const ageMs = ctx.clock.now().getTime() - new Date(gone.deleted_at).getTime()
  return ageMs > INVITATION_DAYS * DAY_MS ? 'they were removed more than a week ago' : null
}
