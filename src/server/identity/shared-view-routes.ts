import { atLeast } from '#domain/access/role.ts'
import { type SharedView, sharedViewCalls } from '#domain/identity/shared-view-calls.ts'
import type { CheckedOf } from '#domain/kit/call.ts'
import { deleted, Problem, updated } from '#domain/kit/problem.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { fragment, sql } from '#server/kit/database/sql.ts'
import { type Context, scopeOf } from '#server/kit/http/context.ts'
import type { Route } from '#server/kit/http/route.ts'
import { serve } from '#server/kit/http/serve.ts'
import { recordHistory } from '#server/kit/rows/history.ts'

const columns = fragment`v.id, v.list_name, v.name, v.search, v.user_id,
  (select concat_ws(' ', u.firstname, u.lastname) from users u where u.id = v.user_id) as shared_by,
  v.version, v.created_at, v.modified_at`

const ALL = sql<SharedView, [organisation_id: number | null]>`select ${columns} from sharedviews v
  where v.organisation_id = $1 order by v.list_name, v.name limit 2000`.named('sharedviews')

async function listViews(ctx: Context) {
  const { organisation_id } = ctx.actor
  const rows = await ctx.database.read(scopeOf(ctx), (conn) => ALL.all(conn, organisation_id))
  const info = { total: rows.length, limit: 0, offset: 0, next_cursor: null }
  return { data: rows, info }
}

const NAMED = sql<
  SharedView,
  [organisation_id: number | null, list_name: string, name: string]
>`select ${columns} from sharedviews v
  where v.organisation_id = $1 and v.list_name = $2 and lower(v.name) = lower($3) for update of v`

const SAVE = sql<
  SharedView,
  [organisation_id: number | null, list_name: string, name: string, search: string, user_id: number]
>`with v as (
    insert into sharedviews (organisation_id, list_name, name, search, user_id)
    values ($1, $2, $3, $4, $5)
    on conflict (organisation_id, list_name, lower(name)) do update
      set name = excluded.name, search = excluded.search, version = sharedviews.version + 1,
        modified_at = now()
    returning *)
  select ${columns} from v`

async function saveView(
  ctx: Context,
  conn: Conn,
  { list_name, name, search }: CheckedOf<typeof sharedViewCalls.save>,
) {
  const { organisation_id, user_id } = ctx.actor
  const known = await NAMED.one(conn, organisation_id, list_name, name)
  if (known) refuseOthers(ctx, known, 'change')
  const saved = await SAVE.one(conn, organisation_id, list_name, name, search, user_id)
  if (!saved) throw new Error('The view was not stored.')
  await note(ctx, conn, saved, known ? 'update' : 'create')
  return { status: updated, data: saved, message: `View “${saved.name}” shared.` }
}

const HELD = sql<
  SharedView,
  [organisation_id: number | null, id: number]
>`select ${columns} from sharedviews v where v.organisation_id = $1 and v.id = $2 for update of v`

const DROP = sql<{ id: number }, [id: number]>`delete from sharedviews where id = $1 returning id`

async function removeView(ctx: Context, conn: Conn, { id }: { id: number }) {
  const view = await HELD.one(conn, ctx.actor.organisation_id, id)
  if (!view) throw new Problem('notFound', { fill: { what: 'view' } })
  refuseOthers(ctx, view, 'remove')
  await DROP.one(conn, id)
  await note(ctx, conn, view, 'delete')
  return { status: deleted, data: { id }, message: `View “${view.name}” removed.` }
}

/** What others share is theirs; managers keep the tabs of everybody in order. */
function refuseOthers(ctx: Context, view: SharedView, action: string): void {
  if (view.user_id === ctx.actor.user_id || atLeast(ctx.actor.role, 'manager')) return
  const fill = {
    action,
    reason: `${view.shared_by || 'somebody else'} shared it`,
    instead: 'Save yours under another name, or ask a manager.',
  }
  throw new Problem('notPossible', { fill })
}

function note(ctx: Context, conn: Conn, { id, list_name, name }: SharedView, action: string) {
  const reason = `${list_name}: ${name}`
  return recordHistory(conn, ctx, { object_class: 'sharedview', object_id: id, action, reason })
}

export const sharedViewRoutes: Route[] = serve(sharedViewCalls, {
  list: { run: listViews },
  save: { write: saveView },
  remove: { write: removeView },
})
