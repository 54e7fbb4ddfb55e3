import { user } from '#domain/identity/user.ts'
import { fieldProblem, Problem } from '#domain/kit/problem.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { sql } from '#server/kit/database/sql.ts'
import type { Context } from '#server/kit/http/context.ts'
import { lockRow } from '#server/kit/rows/change-row.ts'
import { recordHistory } from '#server/kit/rows/history.ts'
import { updateRow } from '#server/kit/rows/write-row.ts'
import { asUser, endAccess, inOrganisation } from './end-access.ts'

/** Deletes softly, leaves every organisation and ends every way in. */
export async function removeUser(
  ctx: Context,
  conn: Conn,
  id: number,
  typed: string | null,
): Promise<void> {
  const current = await lockRow(ctx, conn, user, id)
  if (typed !== null && typed !== current.row.username)
    throw fieldProblem('usernamesDoNotMatch', 'username_confirm')
  if (current.deleted_at) throw new Problem('archived', { fill: { what: 'user' } })
  if (id === ctx.actor.user_id) {
    const reason = 'it is your own account'
    const instead = 'Ask another platform admin.'
    throw new Problem('notPossible', { fill: { action: 'delete', reason, instead } })
  }
  await leaveOrganisations(ctx, conn, id)
  await endAccess(ctx, conn, id, 'deleted')
  const values = { deleted_at: ctx.clock.now().toISOString() }
  await updateRow(ctx, conn, user, id, values, { action: 'delete', changes: {} })
}

const MEMBERSHIPS = sql<
  { id: number; organisation_id: number },
  [user_id: number]
>`select id, organisation_id from memberships where user_id = $1 and deleted_at is null`

const LEAVE = sql<
  never,
  [id: number, now: Date]
>`update memberships set deleted_at = $2, modified_at = now(), version = version + 1
  where id = $1`

async function leaveOrganisations(ctx: Context, conn: Conn, user_id: number): Promise<void> {
  const memberships = await asUser(conn, ctx, user_id, () => MEMBERSHIPS.all(conn, user_id))
  for (const { id, organisation_id } of memberships) {
    await inOrganisation(conn, ctx, organisation_id, async () => {
      await LEAVE.run(conn, id, ctx.clock.now())
      const reason = 'The user was deleted.'
      await recordHistory(conn, ctx, {
        object_class: 'membership',
        object_id: id,
        action: 'delete',
        organisation_id,
        reason,
      })
    })
  }
}
