import { type UserConfig, userConfigCalls } from '#domain/identity/user-config-calls.ts'
import type { CheckedOf } from '#domain/kit/call.ts'
import { created, deleted, Problem, updated } from '#domain/kit/problem.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { fragment, sql } from '#server/kit/database/sql.ts'
import { type Context, scopeOf } from '#server/kit/http/context.ts'
import type { Route } from '#server/kit/http/route.ts'
import { serve } from '#server/kit/http/serve.ts'

// Everybody sees and changes their own only, whatever their role.
type Owner = [organisation_id: number | null, user_id: number]
const ownerOf = ({ actor }: Context): Owner => [actor.organisation_id, actor.user_id]

const columns = fragment`id, user_id, name, value, version, created_at, modified_at`
const mine = fragment`organisation_id = $1 and user_id = $2`
const nothing = () => new Problem('notFound', { fill: { what: 'setting' } })

const SAVE = sql<
  UserConfig,
  [...Owner, name: string, value: string]
>`insert into userconfigs (organisation_id, user_id, name, value) values ($1, $2, $3, $4)
  on conflict (organisation_id, user_id, name) do update set value = excluded.value,
    version = userconfigs.version + 1, modified_at = now()
  returning ${columns}`

type NamedSetting = CheckedOf<typeof userConfigCalls.save>

async function store(ctx: Context, conn: Conn, { name, value }: NamedSetting) {
  const row = await SAVE.one(conn, ...ownerOf(ctx), name, JSON.stringify(value))
  if (!row) throw new Error('The setting was not stored.')
  return row
}

const TAKEN = sql<
  { id: number },
  [...Owner, name: string]
>`select id from userconfigs where ${mine} and name = $3`

async function createConfig(ctx: Context, conn: Conn, entry: NamedSetting) {
  if (await TAKEN.one(conn, ...ownerOf(ctx), entry.name))
    throw new Problem('nameConflict', { fill: { what: 'setting', name: entry.name } })
  return { status: created, data: await store(ctx, conn, entry) }
}

async function saveConfig(ctx: Context, conn: Conn, entry: NamedSetting) {
  return { status: updated, data: await store(ctx, conn, entry) }
}

const HELD = sql<
  UserConfig,
  [...Owner, id: number]
>`select ${columns} from userconfigs where ${mine} and id = $3 for update`

const CHANGE = sql<
  UserConfig,
  [id: number, value: string]
>`update userconfigs set value = $2, version = version + 1, modified_at = now()
  where id = $1 returning ${columns}`

async function updateConfig(
  ctx: Context,
  conn: Conn,
  { id, version, value }: CheckedOf<typeof userConfigCalls.update>,
) {
  const current = await HELD.one(conn, ...ownerOf(ctx), id)
  if (!current) throw nothing()
  if (current.version !== version) {
    const fill = { who: ctx.actor.name, time: 'another place' }
    throw new Problem('outdated', { fill, data: current })
  }
  const row = await CHANGE.one(conn, id, JSON.stringify(value))
  if (!row) throw nothing()
  return { status: updated, data: row, message: 'Changes saved.' }
}

const ONE = sql<
  UserConfig,
  [...Owner, id: number | null, name: string | null]
>`select ${columns} from userconfigs where ${mine} and (id = $3 or name = $4)`

async function getConfig(ctx: Context, { id, name }: CheckedOf<typeof userConfigCalls.get>) {
  const row = await ctx.database.read(scopeOf(ctx), (conn) =>
    ONE.one(conn, ...ownerOf(ctx), id ?? null, name ?? null),
  )
  if (!row) throw nothing()
  return { data: row }
}

const ALL = sql<
  UserConfig,
  Owner
>`select ${columns} from userconfigs where ${mine} order by name limit 10000`.named('userconfigs')

async function listConfigs(ctx: Context) {
  const rows = await ctx.database.read(scopeOf(ctx), (conn) => ALL.all(conn, ...ownerOf(ctx)))
  const info = { total: rows.length, limit: 0, offset: 0, next_cursor: null }
  return { data: rows, info }
}

const DROP = sql<
  { id: number },
  [...Owner, ids: number[]]
>`delete from userconfigs where ${mine} and id = any($3) returning id`

async function removeConfig(ctx: Context, conn: Conn, { id }: { id: number }) {
  if (!(await DROP.one(conn, ...ownerOf(ctx), [id]))) throw nothing()
  return { status: deleted, data: { id }, message: 'Setting deleted.' }
}

async function removeConfigs(ctx: Context, conn: Conn, { ids }: { ids: number[] }) {
  const removed = (await DROP.all(conn, ...ownerOf(ctx), ids)).map(({ id }) => id)
  return { status: deleted, data: { deleted: removed }, message: `${removed.length} deleted.` }
}

export const userConfigRoutes: Route[] = serve(userConfigCalls, {
  create: { write: createConfig },
  save: { write: saveConfig },
  update: { write: updateConfig },
  get: { run: getConfig },
  list: { run: listConfigs },
  remove: { write: removeConfig },
  removeMany: { write: removeConfigs },
})
