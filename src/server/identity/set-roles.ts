import { Problem } from '#domain/kit/problem.ts'
import type { Conn } from '#server/kit/database/database.ts'
import type { Context } from '#server/kit/http/context.ts'
import { recordHistory } from '#server/kit/rows/history.ts'
import { endAccess } from './end-access.ts'

interface RoleRow {
  id: number
  name: string
  is_admin: boolean
}

/** Edit Roles: the platform roles of a user. A change ends their sessions. */
export async function setRoles(
  ctx: Context,
  conn: Conn,
  user_id: number,
  role_ids: number[],
): Promise<void> {
  const before = await conn.query<RoleRow>(
    `select r.id, r.name, r.is_admin from user_roles ur join roles r on r.id = ur.role_id
     where ur.user_id = $1 order by r.id`,
    [user_id],
  )
  const after = await conn.query<RoleRow>(
    'select id, name, is_admin from roles where id = any($1) and deleted_at is null order by id',
    [role_ids],
  )
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
  await conn.query('delete from user_roles where user_id = $1', [user_id])
  await conn.query(
    'insert into user_roles (user_id, role_id) select $1, id from unnest($2::bigint[]) as t (id)',
    [user_id, after.map((row) => row.id)],
  )
  await recordHistory(conn, ctx, {
    object_class: 'user',
    object_id: user_id,
    action: 'set_roles',
    organisation_id: null,
    changes: { roles: [names(before), names(after)] },
  })
  await endAccess(ctx, conn, user_id, 'roles')
}
