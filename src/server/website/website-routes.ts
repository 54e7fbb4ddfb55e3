import { z } from 'zod'
import type { Create } from '#domain/kit/entity.ts'
import { empty, Problem, updated } from '#domain/kit/problem.ts'
import { createSchema, idSchema } from '#domain/kit/schema.ts'
import { notification } from '#domain/website/notification.ts'
import { pagecontent } from '#domain/website/pagecontent.ts'
import { website } from '#domain/website/website.ts'
import { scopeOf } from '#server/kit/http/context.ts'
import { type Route, route } from '#server/kit/http/route.ts'
import { differences, lockRow, reviseRow } from '#server/kit/rows/change-row.ts'
import type { Catalogue } from '#server/kit/rows/check-row.ts'
import { resource } from '#server/kit/rows/resource.ts'
import { selectOne } from '#server/kit/rows/store.ts'
import { insertRow, updateRow } from '#server/kit/rows/write-row.ts'
import { notFound, writtenAnswer } from '#server/kit/rows/written-answer.ts'

export function websiteRoutes(catalogue: Catalogue): Route[] {
  return [
    readWebsite(catalogue),
    saveWebsite,
    ...resource(pagecontent, catalogue),
    ...resource(notification, catalogue),
    expireNotification,
    currentNotifications,
  ]
}

const findSql = 'select id from websites where organisation_id = $1 and deleted_at is null'

function readWebsite(catalogue: Catalogue): Route {
  return route({
    method: 'GET',
    path: '/website',
    summary: 'The organisation’s website settings',
    policy: { from: 'user' },
    output: { entity: website, many: false },
    input: z.object({ organisation_id: z.string().optional() }),
    run: async (ctx) =>
      ctx.database.read(scopeOf(ctx), async (conn) => {
        const [row] = await conn.query<{ id: number }>(findSql, [ctx.actor.organisation_id])
        const found = row && (await selectOne(conn, website, row.id, ctx.actor, catalogue.lookup))
        if (!found) return { status: empty, data: null }
        return {
          rawData: found.bytes,
          info: { available_actions: [{ action: 'update', allowed: true }] },
        }
      }),
  })
}

/** There is one row per organisation: the first save makes it, later ones change it. */
type SavedWebsite = Create<typeof website> & {
  id?: number | undefined
  version?: number | undefined
}
const saveWebsite = route<SavedWebsite>({
  method: 'POST',
  path: '/website',
  summary: 'Save the website settings',
  policy: { from: 'admin' },
  output: { entity: website, many: false },
  // The schema is strict and built from the entity, as the type is.
  input: createSchema(website).extend({
    id: idSchema.optional(),
    version: z.int().min(1).optional(),
  }) as unknown as z.ZodType<SavedWebsite>,
  write: async (ctx, conn, { id: _id, ...input }) => {
    const [row] = await conn.query<{ id: number }>(findSql, [ctx.actor.organisation_id])
    if (!row) {
      const { version: _version, ...values } = input
      const written = await insertRow(ctx, conn, website, values)
      return writtenAnswer(ctx, website, written, { status: updated })
    }
    const checks = { rights: () => {}, others: async () => {} }
    const written = await reviseRow(ctx, conn, website, { ...input, id: row.id }, checks)
    return writtenAnswer(ctx, website, written, { status: updated })
  },
})

/** Ends a notification now; what has ended stays ended. */
const expireNotification = route<{ id: number }>({
  method: 'POST',
  path: '/notification/expire',
  summary: 'End a notification now',
  policy: { from: 'padmin', apiKey: false, withoutOrganisation: true },
  target: notification,
  output: { entity: notification, many: false },
  input: z.strictObject({ id: idSchema }),
  write: async (ctx, conn, { id }) => {
    const current = await lockRow(ctx, conn, notification, id)
    if (current.deleted_at) throw notFound(notification)
    const now = ctx.clock.now().toISOString()
    const before = current.row.expires_at
    if (before !== null && before <= now)
      throw new Problem('notPossible', {
        fill: { action: 'expire', reason: 'it has ended already', instead: '' },
      })
    const changes = differences(notification, current.row, { expires_at: now })
    const told = { action: 'expire', changes }
    const written = await updateRow(ctx, conn, notification, id, { expires_at: now }, told)
    return writtenAnswer(ctx, notification, written, { status: 200 })
  },
})

const currentNotifications = route({
  method: 'GET',
  path: '/notifications/current',
  summary: 'What the platform tells everybody now',
  policy: { from: 'user', withoutOrganisation: true },
  run: async (ctx) => {
    const rows = await ctx.database.read(scopeOf(ctx), (conn) =>
      conn.query(
        `select id, subject, text_plain, importance, starts_at, expires_at from notifications
         where deleted_at is null and coalesce(starts_at, created_at) <= $1
           and (expires_at is null or expires_at > $1)
         order by created_at desc limit 20`,
        [ctx.clock.now().toISOString()],
      ),
    )
    return rows.length > 0 ? { data: rows } : { status: empty, data: [] }
  },
})
