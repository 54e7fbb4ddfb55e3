import { reaches } from '#domain/access/key-scope.ts'
import { atLeast, type Role } from '#domain/access/role.ts'
import { entityNamed } from '#domain/entities.ts'
import type { CheckedOf } from '#domain/kit/call.ts'
import type { Entity } from '#domain/kit/entity.ts'
import { type HistoryRow, historyCalls, historyPage } from '#domain/kit/history-calls.ts'
import { Problem } from '#domain/kit/problem.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { sql } from '#server/kit/database/sql.ts'
import { type Context, scopeOf } from '#server/kit/http/context.ts'
import type { Route } from '#server/kit/http/route.ts'
import { serve } from '#server/kit/http/serve.ts'
import { visibleColumns } from '#server/kit/rows/column.ts'
import { rowNames } from '#server/kit/rows/row-names.ts'
import { isVisible } from '#server/kit/rows/store.ts'
import { refuseBeyondReach } from '#server/kit/rows/within-reach.ts'
import { notFound } from '#server/kit/rows/written-answer.ts'

const HISTORY = sql<
  HistoryRow,
  [object_class: string, object_id: number, before: number, organisation_id: number | null]
>`select id, action, object_version, changes, reason, actor_id, actor_name,
    impersonator_id, impersonator_name, source, created_at
  from history where object_class = $1 and object_id = $2 and id < $3
    and organisation_id is not distinct from $4
  order by id desc limit ${historyPage}`

/** What happened to one record, newest first: who, when, and field by field what. */
async function findHistory(
  ctx: Context,
  { object_class, object_id, before }: CheckedOf<typeof historyCalls.list>,
) {
  const entity = entityNamed(object_class)
  if (!entity) throw new Problem('notFound', { fill: { what: 'record' } })
  const isReader = atLeast(ctx.actor.role, entity.access.read)
  if (!reaches(ctx.actor.scope, entity.name)) throw new Problem('forbidden')
  if (entity.scope === 'platform' && !isReader) throw new Problem('forbidden')
  return ctx.database.read(scopeOf(ctx), async (conn) => {
    const { organisation_id, role } = ctx.actor
    if (!(await isVisible(conn, entity, object_id, organisation_id))) throw notFound(entity)
    if (!isReader) throw new Problem('forbidden')
    await refuseBeyondReach(ctx, conn, entity, [object_id])
    const rows = await HISTORY.all(
      conn,
      entity.name,
      object_id,
      before ?? Number.MAX_SAFE_INTEGER,
      entity.scope === 'platform' ? null : organisation_id,
    )
    for (const row of rows) row.changes = seenChanges(entity, role, row.changes)
    return { data: rows, info: { titles: await titlesIn(conn, entity, rows) } }
  })
}

/** What the records are called now that these changes refer to, by their kind. */
async function titlesIn(conn: Conn, entity: Entity, rows: readonly HistoryRow[]) {
  const meant = new Map<string, Set<number>>()
  for (const [name, { kind, options }] of Object.entries(entity.fields)) {
    if ((kind !== 'ref' && kind !== 'refs') || !options.target) continue
    const ids = rows.flatMap(({ changes }) => [changes[name]].flat(3)).filter(isId)
    const known = meant.get(options.target) ?? []
    meant.set(options.target, new Set([...known, ...ids]))
  }
  const titles: Record<string, Record<string, string>> = {}
  for (const [name, ids] of meant) {
    const target = entityNamed(name)
    if (!target || ids.size === 0) continue
    titles[name] = Object.fromEntries(await rowNames(conn, target, [...ids]))
  }
  return titles
}

const isId = (value: unknown): value is number => typeof value === 'number'

/** A field that a role does not see in the row is not told of in its history either. */
function seenChanges(entity: Entity, role: Role, changes: HistoryRow['changes']) {
  const seen = new Set(visibleColumns(entity, role))
  return Object.fromEntries(
    Object.entries(changes).filter(([name]) => seen.has(name) || !(name in entity.fields)),
  )
}

export const historyRoutes: Route[] = serve(historyCalls, { list: { run: findHistory } })
