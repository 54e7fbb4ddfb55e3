import { z } from 'zod'
import { atLeast } from '#domain/access/role.ts'
import { staff } from '#domain/identity/staff.ts'
import type { Policy } from '#domain/kit/call.ts'
import { deleted, empty, Problem, updated } from '#domain/kit/problem.ts'
import { idSchema } from '#domain/kit/schema.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { type Context, scopeOf } from '#server/kit/http/context.ts'
import { type Route, route } from '#server/kit/http/route.ts'
import { differences, lockRow } from '#server/kit/rows/change-row.ts'
import { updateRow } from '#server/kit/rows/write-row.ts'

// §6: the flags of the staff row that is linked to a user, per organisation.
const permissionFlags = [
  'view_customer_direct_debit',
  'set_customer_direct_debit_password',
  'encrypt',
  'can_decrypt',
  'allow_duplicate_file',
] as const

const reading: Policy = { from: 'user' }
const changing: Policy = {
  from: 'admin',
  apiKey: false,
  notWhileImpersonating: true,
  stepUp: true,
}

const select = `select user_id, id as staff_id, name, version, ${permissionFlags.join(', ')}
  from staffs where organisation_id = $1 and user_id is not null and is_active
  and deleted_at is null`

const flags = Object.fromEntries(permissionFlags.map((flag) => [flag, z.boolean().optional()]))
const none: Flags = Object.fromEntries(permissionFlags.map((flag) => [flag, false]))
type Flags = Partial<Record<(typeof permissionFlags)[number], boolean>>

const getOne = route<{ user_id?: number | undefined }>({
  method: 'GET',
  path: '/userpermission',
  summary: 'What you may do beside your role; anybody in the organisation for admins',
  policy: reading,
  input: z.object({ user_id: idSchema.optional() }),
  run: async (ctx, input) => {
    const user_id = input.user_id ?? ctx.actor.user_id
    const isOwn = user_id === ctx.actor.user_id
    if (!isOwn && !atLeast(ctx.actor.role, 'manager')) throw new Problem('forbidden')
    const [row] = await ctx.database.read(scopeOf(ctx), (conn) =>
      conn.query(`${select} and user_id = $2`, [ctx.actor.organisation_id, user_id]),
    )
    return row ? { data: row } : { data: without(user_id) }
  },
})

/** A user who is no staff has none of the permissions. */
function without(user_id: number) {
  return { user_id, staff_id: null, name: null, version: null, ...none }
}

const list = route<unknown>({
  method: 'GET',
  path: '/userpermissions',
  summary: 'Your own permissions; everybody’s for managers',
  policy: reading,
  input: z.looseObject({}),
  run: async (ctx) => {
    const { organisation_id, user_id, role } = ctx.actor
    const seesAll = atLeast(role, 'manager')
    const rows = await ctx.database.read(scopeOf(ctx), (conn) =>
      conn.query<{ user_id: number }>(
        `${select} and ($3 or user_id = $2) order by (user_id = $2) desc, name limit 10000`,
        [organisation_id, user_id, seesAll],
        'userpermissions',
      ),
    )
    return rows.length > 0 ? { data: rows } : { status: empty, data: [] }
  },
})

interface Setting extends Flags {
  user_id: number
}

const setting = {
  policy: changing,
  input: z.strictObject({ user_id: idSchema, ...flags }),
  write: async (ctx: Context, conn: Conn, { user_id, ...wanted }: Setting) => ({
    status: updated,
    data: await setFlags(ctx, conn, user_id, wanted),
    message: 'Changes saved.',
  }),
}

const put = route<Setting>({
  ...setting,
  method: 'PUT',
  path: '/userpermission',
  summary: 'Give permissions to a user who is staff',
})

const post = route<Setting>({
  ...setting,
  method: 'POST',
  path: '/userpermission',
  summary: 'Edit the permissions of a user who is staff',
})

const remove = route<{ user_id: number }>({
  method: 'DELETE',
  path: '/userpermission',
  summary: 'Take every permission from a user',
  policy: changing,
  input: z.strictObject({ user_id: idSchema }),
  write: async (ctx, conn, { user_id }) => {
    const data = await setFlags(ctx, conn, user_id, none)
    return { status: deleted, data, message: 'Permissions removed.' }
  },
})

const removeMany = route<{ ids: number[] }>({
  method: 'DELETE',
  path: '/userpermissions',
  summary: 'Take every permission from several users',
  policy: changing,
  input: z.strictObject({ ids: z.array(idSchema).min(1).max(500) }),
  write: async (ctx, conn, { ids }) => {
    for (const user_id of new Set(ids)) await setFlags(ctx, conn, user_id, none)
    return { status: deleted, data: { deleted: ids }, message: 'Permissions removed.' }
  },
})

async function setFlags(ctx: Context, conn: Conn, user_id: number, wanted: Flags) {
  const [found] = await conn.query<{ staff_id: number }>(`${select} and user_id = $2`, [
    ctx.actor.organisation_id,
    user_id,
  ])
  if (!found) throw new Problem('notFound', { fill: { what: 'staff member' } })
  const current = await lockRow(ctx, conn, staff, found.staff_id)
  const changes = differences(staff, current.row, wanted)
  const values = Object.fromEntries(
    Object.entries(changes).map(([name, [, after]]) => [name, after]),
  )
  if (Object.keys(values).length > 0)
    await updateRow(ctx, conn, staff, found.staff_id, values, { action: 'permissions', changes })
  const [row] = await conn.query(`${select} and user_id = $2`, [ctx.actor.organisation_id, user_id])
  return row
}

export const userPermissionRoutes: Route[] = [getOne, list, put, post, remove, removeMany]
