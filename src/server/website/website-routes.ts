import type { CheckedOf } from '#domain/kit/call.ts'
import { empty, Problem, updated } from '#domain/kit/problem.ts'
import { faq } from '#domain/website/faq.ts'
import { notification } from '#domain/website/notification.ts'
import { type CurrentNotification, notificationCalls } from '#domain/website/notification-calls.ts'
import { pageCalls, type ShownContent } from '#domain/website/page-calls.ts'
import { pagecontent } from '#domain/website/pagecontent.ts'
import { website } from '#domain/website/website.ts'
import { websiteCalls } from '#domain/website/website-calls.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { sql } from '#server/kit/database/sql.ts'
import { type Context, scopeOf } from '#server/kit/http/context.ts'
import type { Route } from '#server/kit/http/route.ts'
import { serve } from '#server/kit/http/serve.ts'
import { differences, lockRow, reviseRow } from '#server/kit/rows/change-row.ts'
import type { Catalogue } from '#server/kit/rows/check-row.ts'
import { plainRoutes } from '#server/kit/rows/plain-routes.ts'
import { selectOne } from '#server/kit/rows/store.ts'
import { verbHandlers } from '#server/kit/rows/verb-handlers.ts'
import { insertRow, updateRow } from '#server/kit/rows/write-row.ts'
import { notFound, writtenAnswer } from '#server/kit/rows/written-answer.ts'

export function websiteRoutes(catalogue: Catalogue): Route[] {
  return [
    ...serve(websiteCalls, {
      get: { run: (ctx) => readWebsite(ctx, catalogue) },
      save: { write: saveWebsite },
    }),
    ...plainRoutes(pagecontent, catalogue),
    ...serve(pageCalls, { contents: { run: publishedContents } }),
    ...plainRoutes(faq, catalogue),
    ...serve(notificationCalls, {
      ...verbHandlers(notification, catalogue),
      expire: { write: expireNotification },
      current: { run: currentNotifications },
    }),
  ]
}

const WEBSITE = sql<
  { id: number },
  [organisation_id: number | null]
>`select id from websites where organisation_id = $1 and deleted_at is null`

async function readWebsite(ctx: Context, catalogue: Catalogue) {
  return ctx.database.read(scopeOf(ctx), async (conn) => {
    const row = await WEBSITE.one(conn, ctx.actor.organisation_id)
    const found = row && (await selectOne(conn, website, row.id, ctx.actor, catalogue.lookup))
    if (!found) return { status: empty, data: null }
    return {
      rawData: found.bytes,
      info: { available_actions: [{ action: 'update', allowed: true }] },
    }
  })
}

async function saveWebsite(
  ctx: Context,
  conn: Conn,
  { id: _id, ...input }: CheckedOf<typeof websiteCalls.save>,
) {
  const row = await WEBSITE.one(conn, ctx.actor.organisation_id)
  if (!row) {
    const { version: _version, ...values } = input
    const written = await insertRow(ctx, conn, website, values)
    return writtenAnswer(ctx, website, written, { status: updated })
  }
  const checks = { rights: () => {}, others: async () => {} }
  const written = await reviseRow(ctx, conn, website, { ...input, id: row.id }, checks)
  return writtenAnswer(ctx, website, written, { status: updated })
}

/** Ends a notification now; what has ended stays ended. */
async function expireNotification(ctx: Context, conn: Conn, { id }: { id: number }) {
  const current = await lockRow(ctx, conn, notification, id)
  if (current.deleted_at) throw notFound(notification)
  const now = ctx.clock.now().toISOString()
  const before = current.row.expires_at
  if (before !== null && before <= now)
    throw new Problem('notPossible', {
      fill: { action: 'expire', reason: 'it has ended already', instead: '' },
    })
  const changes = differences(notification, current.row, { expires_at: now })
  const ending = { action: 'expire', changes }
  return updateRow(ctx, conn, notification, id, { expires_at: now }, ending)
}

const CURRENT = sql<CurrentNotification, [now: string]>`select id, subject, text_plain, importance,
    starts_at, expires_at
  from notifications
  where deleted_at is null and coalesce(starts_at, created_at) <= $1
    and (expires_at is null or expires_at > $1)
  order by created_at desc limit 20`

async function currentNotifications(ctx: Context) {
  const now = ctx.clock.now().toISOString()
  const rows = await ctx.database.read(scopeOf(ctx), (conn) => CURRENT.all(conn, now))
  return { data: rows }
}

const CONTENTS = sql<ShownContent, [url: string]>`select id, title, hashtag, contact_url, html
  from pagecontents where deleted_at is null and is_published and rtrim(url, '/') = rtrim($1, '/')
  order by importance desc nulls last, title, id limit 100`

/** What is published for a page, for everybody who opens it. */
async function publishedContents(ctx: Context, { url }: CheckedOf<typeof pageCalls.contents>) {
  const rows = await ctx.database.read(scopeOf(ctx), (conn) => CONTENTS.all(conn, url))
  return { data: rows }
}
