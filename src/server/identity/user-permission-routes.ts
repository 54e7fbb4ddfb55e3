import { atLeast } from '#domain/access/role.ts'
import { staff } from '#domain/identity/staff.ts'
import {
  type PermissionFlags,
  permissionFlags,
  type UserPermission,
  userPermissionCalls,
} from '#domain/identity/user-permission-calls.ts'
import type { CheckedOf } from '#domain/kit/call.ts'
import { deleted, Problem, updated } from '#domain/kit/problem.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { fragment, sql } from '#server/kit/database/sql.ts'
import { type Context, scopeOf } from '#server/kit/http/context.ts'
import type { Route } from '#server/kit/http/route.ts'
import { serve } from '#server/kit/http/serve.ts'
import { differences, lockRow } from '#server/kit/rows/change-row.ts'
import { updateRow } from '#server/kit/rows/write-row.ts'

type StaffPermission = UserPermission & { staff_id: number }

const permissions = fragment`select user_id, id as staff_id, name, version,
    ${{ fragment: permissionFlags.join(', ') }}
  from staffs where organisation_id = $1 and user_id is not null and is_active
    and deleted_at is null`

const PERMISSION = sql<
  StaffPermission,
  [organisation_id: number | null, user_id: number]
>`${permissions} and user_id = $2`

const PERMISSIONS = sql<
  StaffPermission,
  [organisation_id: number | null, user_id: number, sees_all: boolean]
>`${permissions} and ($3 or user_id = $2)
  order by (user_id = $2) desc, name limit 10000`.named('userpermissions')

const none: PermissionFlags = {
  view_customer_direct_debit: false,
  set_customer_direct_debit_password: false,
  encrypt: false,
  can_decrypt: false,
  allow_duplicate_file: false,
}

async function getPermission(
  ctx: Context,
  input: CheckedOf<typeof userPermissionCalls.get>,
): Promise<{ data: UserPermission }> {
  const user_id = input.user_id ?? ctx.actor.user_id
  const isOwn = user_id === ctx.actor.user_id
  if (!isOwn && !atLeast(ctx.actor.role, 'manager')) throw new Problem('forbidden')
  const row = await ctx.database.read(scopeOf(ctx), (conn) =>
    PERMISSION.one(conn, ctx.actor.organisation_id, user_id),
  )
  // A user who is no staff has none of the permissions.
  return { data: row ?? { user_id, staff_id: null, name: null, version: null, ...none } }
}

async function listPermissions(ctx: Context) {
  const { organisation_id, user_id, role } = ctx.actor
  const rows = await ctx.database.read(scopeOf(ctx), (conn) =>
    PERMISSIONS.all(conn, organisation_id, user_id, atLeast(role, 'manager')),
  )
  return { data: rows }
}

async function editPermission(
  ctx: Context,
  conn: Conn,
  { user_id, ...wanted }: CheckedOf<typeof userPermissionCalls.edit>,
) {
  const data = await setFlags(ctx, conn, user_id, wanted)
  return { status: updated, data, message: 'Changes saved.' }
}

async function removePermission(ctx: Context, conn: Conn, { user_id }: { user_id: number }) {
  const data = await setFlags(ctx, conn, user_id, none)
  return { status: deleted, data, message: 'Permissions removed.' }
}

async function removePermissions(ctx: Context, conn: Conn, { ids }: { ids: number[] }) {
  for (const user_id of new Set(ids)) await setFlags(ctx, conn, user_id, none)
  return { status: deleted, data: { deleted: ids }, message: 'Permissions removed.' }
}

type WantedFlags = { [F in keyof PermissionFlags]?: boolean | undefined }

async function setFlags(
  ctx: Context,
  conn: Conn,
  user_id: number,
  wanted: WantedFlags,
): Promise<UserPermission> {
  const found = await PERMISSION.one(conn, ctx.actor.organisation_id, user_id)
  if (!found) throw new Problem('notFound', { fill: { what: 'staff member' } })
  const current = await lockRow(ctx, conn, staff, found.staff_id)
  const changes = differences(staff, current.row, wanted)
  const values = Object.fromEntries(
    Object.entries(changes).map(([name, [, after]]) => [name, after]),
  )
  if (Object.keys(values).length > 0)
    await updateRow(ctx, conn, staff, found.staff_id, values, { action: 'permissions', changes })
  return (await PERMISSION.one(conn, ctx.actor.organisation_id, user_id)) ?? found
}

export const userPermissionRoutes: Route[] = serve(userPermissionCalls, {
  get: { run: getPermission },
  list: { run: listPermissions },
  give: { write: editPermission },
  edit: { write: editPermission },
  remove: { write: removePermission },
  removeMany: { write: removePermissions },
})
