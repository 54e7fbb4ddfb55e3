import { Problem } from '#domain/kit/problem.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { sql } from '#server/kit/database/sql.ts'
import type { Context } from '#server/kit/http/context.ts'
import { recordHistory } from '#server/kit/rows/history.ts'
import { endAccess } from './end-access.ts'

interface RoleRow {
  id: number
  name: string
  is_admin: boolean
}

const ROLES_OF = sql<RoleRow, [user_id: number]>`select r.id, r.name, r.is_admin
  from user_roles ur join roles r on r.id = ur.role_id
  where ur.user_id = $1 order by r.id`

const ROLES = sql<RoleRow, [ids: number[]]>`select id, name, is_admin from roles
  where id = any($1) and deleted_at is null order by id`

const TAKE_ROLES = sql<never, [user_id: number]>`delete from user_roles where user_id = $1`

const GIVE_ROLES = sql<
  never,
  [user_id: number, role_ids: number[]]
>`insert into user_roles (user_id, role_id) select $1, id from unnest($2::bigint[]) as t (id)`

/** Edit Roles: the platform roles of a user. A change ends their sessions. */
export async function setRoles(
  ctx: Context,
  conn: Conn,
  user_id: number,
  role_ids: number[],
): Promise<void> {
  const before = await ROLES_OF.all(conn, user_id)
  const after = await ROLES.all(conn, role_ids)
  if (after.length !== new Set(role_ids).size) {
    const message = 'Roles: choose from the list.'
    throw new Problem('badRequest', {
      errors: [{ field: 'role_ids', code: 'bad_request', message }],
    })
  }
  const names = (rows: RoleRow[]) => rows.map((row) => row.name)
  if (names(before).join() === names(after).join()) return
  const losesAdmin = before.some((row) => row.is_admin) && !after.some((row) => row.is_admin)
  if (losesAdmin && user_id === ctx.actor.user_id) {
    const reason = 'you would no longer be a platform admin'
    const instead = 'Ask another platform admin.'
    throw new Problem('notPossible', { fill: { action: 'change', reason, instead } })
  }
  await TAKE_ROLES.run(conn, user_id)
  const ids = after.map((row) => row.id)
  await GIVE_ROLES.run(conn, user_id, ids)
  await recordHistory(conn, ctx, {
    object_class: 'user',
    object_id: user_id,
    action: 'set_roles',
    organisation_id: null,
    changes: { roles: [names(before), names(after)] },
  })
  await endAccess(ctx, conn, user_id, 'roles')
}
