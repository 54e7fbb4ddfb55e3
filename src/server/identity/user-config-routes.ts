import { z } from 'zod'
import { created, deleted, empty, Problem, updated } from '#domain/kit/problem.ts'
import { idSchema } from '#domain/kit/schema.ts'
import { storableJson } from '#domain/kit/storable.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { type Context, scopeOf } from '#server/kit/http/context.ts'
import { type Route, route } from '#server/kit/http/route.ts'

// What a person has arranged for themselves (saved views and the like), by name. Everybody sees
// and changes their own only, whatever their role.
const name = z
  .string({ error: 'The name is needed.' })
  .trim()
  .min(1)
  .max(100)
  .regex(/^[\w.:-]+$/, 'Names have letters, digits, dots and dashes only.')
const value = storableJson
const policy = { from: 'user' } as const
const columns = 'id, user_id, name, value, version, created_at, modified_at'
const nothing = () => new Problem('notFound', { fill: { what: 'setting' } })
const mine = 'organisation_id = $1 and user_id = $2'
const who = (ctx: Context) => [ctx.actor.organisation_id, ctx.actor.user_id]

interface ConfigRow {
  id: number
  version: number
}

async function save(ctx: Context, conn: Conn, entry: { name: string; value: unknown }) {
  const [row] = await conn.query<ConfigRow>(
    `insert into userconfigs (organisation_id, user_id, name, value) values ($1, $2, $3, $4)
     on conflict (organisation_id, user_id, name) do update set value = excluded.value,
       version = userconfigs.version + 1, modified_at = now()
     returning ${columns}`,
    [...who(ctx), entry.name, JSON.stringify(entry.value)],
  )
  return row
}

const saving = { input: z.strictObject({ name, value }), policy }

const put = route<{ name: string; value: unknown }>({
  ...saving,
  method: 'PUT',
  path: '/userconfig',
  summary: 'Store a setting of your own',
  write: async (ctx, conn, entry) => {
    const taken = await conn.query(`select 1 from userconfigs where ${mine} and name = $3`, [
      ...who(ctx),
      entry.name,
    ])
    if (taken.length > 0)
      throw new Problem('nameConflict', { fill: { what: 'setting', name: entry.name } })
    return { status: created, data: await save(ctx, conn, entry) }
  },
})

const upsert = route<{ name: string; value: unknown }>({
  ...saving,
  method: 'POST',
  path: '/userconfig/save',
  summary: 'Store or replace a setting of your own by its name',
  write: async (ctx, conn, entry) => ({ status: updated, data: await save(ctx, conn, entry) }),
})

const post = route<{ id: number; version: number; value: unknown }>({
  method: 'POST',
  path: '/userconfig',
  summary: 'Change a setting of your own',
  policy,
  input: z.strictObject({ id: idSchema, version: z.int().min(1), value }),
  write: async (ctx, conn, entry) => {
    const [current] = await conn.query<ConfigRow>(
      `select ${columns} from userconfigs where ${mine} and id = $3 for update`,
      [...who(ctx), entry.id],
    )
    if (!current) throw nothing()
    if (current.version !== entry.version) {
      const fill = { who: ctx.actor.name, time: 'another place' }
      throw new Problem('outdated', { fill, data: current })
    }
    const [row] = await conn.query(
      `update userconfigs set value = $2, version = version + 1, modified_at = now()
       where id = $1 returning ${columns}`,
      [entry.id, JSON.stringify(entry.value)],
    )
    return { status: updated, data: row, message: 'Changes saved.' }
  },
})

const get = route<{ id?: number | undefined; name?: string | undefined }>({
  method: 'GET',
  path: '/userconfig',
  summary: 'One setting of your own, by id or name',
  policy,
  input: z.object({ id: idSchema.optional(), name: name.optional() }),
  run: async (ctx, wanted) => {
    const [row] = await ctx.database.read(scopeOf(ctx), (conn) =>
      conn.query(`select ${columns} from userconfigs where ${mine} and (id = $3 or name = $4)`, [
        ...who(ctx),
        wanted.id ?? null,
        wanted.name ?? null,
      ]),
    )
    if (!row) throw nothing()
    return { data: row }
  },
})

const list = route<unknown>({
  method: 'GET',
  path: '/userconfigs',
  summary: 'All settings of your own',
  policy,
  input: z.looseObject({}),
  run: async (ctx) => {
    const rows = await ctx.database.read(scopeOf(ctx), (conn) =>
      conn.query(
        `select ${columns} from userconfigs where ${mine} order by name limit 10000`,
        who(ctx),
        'userconfigs',
      ),
    )
    const info = { total: rows.length, limit: 0, offset: 0, next_cursor: null }
    return rows.length > 0 ? { data: rows, info } : { status: empty, data: [], info }
  },
})

async function drop(ctx: Context, conn: Conn, ids: number[]): Promise<number[]> {
  const rows = await conn.query<{ id: number }>(
    `delete from userconfigs where ${mine} and id = any($3) returning id`,
    [...who(ctx), ids],
  )
  return rows.map((row) => row.id)
}

const remove = route<{ id: number }>({
  method: 'DELETE',
  path: '/userconfig',
  summary: 'Remove a setting of your own',
  policy,
  input: z.strictObject({ id: idSchema }),
  write: async (ctx, conn, { id }) => {
    if ((await drop(ctx, conn, [id])).length === 0) throw nothing()
    return { status: deleted, data: { id }, message: 'Setting deleted.' }
  },
})

const removeMany = route<{ ids: number[] }>({
  method: 'DELETE',
  path: '/userconfigs',
  summary: 'Remove several settings of your own',
  policy,
  input: z.strictObject({ ids: z.array(idSchema).min(1).max(500) }),
  write: async (ctx, conn, { ids }) => {
    const removed = await drop(ctx, conn, ids)
    return { status: deleted, data: { deleted: removed }, message: `${removed.length} deleted.` }
  },
})

export const userConfigRoutes: Route[] = [put, upsert, post, get, list, remove, removeMany]
