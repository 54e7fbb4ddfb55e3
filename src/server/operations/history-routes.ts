import { z } from 'zod'
import { atLeast, type Role } from '#domain/access/role.ts'
import { entityNamed } from '#domain/entities.ts'
import type { Entity } from '#domain/kit/entity.ts'
import { empty, Problem } from '#domain/kit/problem.ts'
import { idSchema } from '#domain/kit/schema.ts'
import { scopeOf } from '#server/kit/http/context.ts'
import { type Route, route } from '#server/kit/http/route.ts'
import { visibleColumns } from '#server/kit/rows/column.ts'
import type { Changes } from '#server/kit/rows/history.ts'
import { isVisible } from '#server/kit/rows/store.ts'
import { notFound } from '#server/kit/rows/written-answer.ts'

const PAGE = 100

/** What happened to one record, newest first: who, when, and field by field what. */
export const historyRoutes: Route[] = [
  route<{ object_class: string; object_id: number; before?: number | undefined }>({
    method: 'GET',
    path: '/history',
    summary: 'The history of one record',
    compressed: true,
    policy: { from: 'user', withoutOrganisation: true },
    input: z.object({
      object_class: z.string(),
      object_id: idSchema,
      before: idSchema.optional(),
    }),
    run: async (ctx, { object_class, object_id, before }) => {
      const entity = entityNamed(object_class)
      if (!entity) throw new Problem('notFound', { fill: { what: 'record' } })
      const isReader = atLeast(ctx.actor.role, entity.access.read)
      if (entity.scope === 'platform' && !isReader) throw new Problem('forbidden')
      return ctx.database.read(scopeOf(ctx), async (conn) => {
        if (!(await isVisible(conn, entity, object_id, ctx.actor.organisation_id)))
          throw notFound(entity)
        if (!isReader) throw new Problem('forbidden')
        const rows = await conn.query<{ changes: Changes }>(
          `select id, action, object_version, changes, reason, actor_id, actor_name,
             impersonator_id, impersonator_name, source, created_at
           from history where object_class = $1 and object_id = $2 and id < $3
             and organisation_id is not distinct from $4
           order by id desc limit ${PAGE}`,
          [
            entity.name,
            object_id,
            before ?? Number.MAX_SAFE_INTEGER,
            entity.scope === 'platform' ? null : ctx.actor.organisation_id,
          ],
        )
        for (const row of rows) row.changes = seenChanges(entity, ctx.actor.role, row.changes)
        return rows.length > 0 ? { data: rows } : { status: empty, data: [] }
      })
    },
  }),
]

/** A field that a role does not see in the row is not told of in its history either. */
function seenChanges(entity: Entity, role: Role, changes: Changes): Changes {
  const seen = new Set(visibleColumns(entity, role))
  return Object.fromEntries(
    Object.entries(changes).filter(([name]) => seen.has(name) || !(name in entity.fields)),
  )
}
