import { atLeast, isRole } from '#domain/access/role.ts'
import { Problem } from '#domain/kit/problem.ts'
import { type DepartureAction, departureWords } from '#domain/messaging/departure/departure.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { sql } from '#server/kit/database/sql.ts'
import type { Context } from '#server/kit/http/context.ts'

const WORKS_HERE = sql<
  { role_name: string | null; is_padmin: boolean },
  [user_id: number]
>`select m.role_name, exists (select from user_roles ur join roles r on r.id = ur.role_id
    where ur.user_id = u.id and r.is_admin and r.deleted_at is null) as is_padmin
  from users u left join memberships m on m.user_id = u.id and m.deleted_at is null
    and m.organisation_id = scope_organisation()
  where u.id = $1 and not u.is_disabled and u.deleted_at is null`

/**
 * Refuses what somebody let go who may not do so any more: a worker that was down for an hour finds
 * what was held by who has left the house since.
 */
export async function refuseWhoLeft(
  { actor }: Context,
  conn: Conn,
  action: DepartureAction,
): Promise<void> {
  const found = await WORKS_HERE.one(conn, actor.user_id)
  const role = found?.is_padmin ? 'padmin' : found?.role_name
  if (isRole(role) && atLeast(role, departureWords[action].from)) return
  throw new Problem('forbidden', { message: `${actor.name} may not send this any more.` })
}
