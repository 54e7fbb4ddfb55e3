import { z } from 'zod'
import { atLeast } from '#domain/access/role.ts'
import { entityNamed } from '#domain/entities.ts'
import { empty, Problem } from '#domain/kit/problem.ts'
import { idSchema } from '#domain/kit/schema.ts'
import { scopeOf } from '../context.ts'
import { notFound } from '../kit/resource.ts'
import { type Route, route } from '../kit/route.ts'
import { isVisible } from '../kit/store.ts'

const PAGE = 100

/** What happened to one record, newest first: who, when, and field by field what. */
export const historyRoutes: Route[] = [
  route<{ object_class: string; object_id: number; before?: number | undefined }>({
    method: 'GET',
    path: '/history',
    summary: 'The history of one record',
    policy: { from: 'user', withoutOrganisation: true },
    input: z.object({
      object_class: z.string(),
      object_id: idSchema,
      before: idSchema.optional(),
    }),
    run: async (ctx, { object_class, object_id, before }) => {
      const entity = entityNamed(object_class)
      if (!entity) throw new Problem('notFound', { fill: { what: 'record' } })
      return ctx.database.read(scopeOf(ctx), async (conn) => {
        if (!(await isVisible(conn, entity, object_id, ctx.actor.organisation_id)))
          throw notFound(entity)
        if (!atLeast(ctx.actor.role, entity.access.read)) throw new Problem('forbidden')
        const rows = await conn.query(
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
        return rows.length > 0 ? { data: rows } : { status: empty, data: [] }
      })
    },
  }),
]
