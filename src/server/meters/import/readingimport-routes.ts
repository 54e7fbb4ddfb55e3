import type { z } from 'zod'
import { readingimport } from '#domain/meters/readingimport.ts'
import {
  type ImportCounts,
  type includes,
  readingimportCalls,
} from '#domain/meters/readingimport-calls.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { sql } from '#server/kit/database/sql.ts'
import { type Context, scopeOf } from '#server/kit/http/context.ts'
import type { Route } from '#server/kit/http/route.ts'
import { serve } from '#server/kit/http/serve.ts'
import { personOf } from '#server/kit/jobs/acting-person.ts'
import { enqueue } from '#server/kit/jobs/job.ts'
import type { Catalogue } from '#server/kit/rows/check-row.ts'
import { transition } from '#server/kit/rows/transition.ts'
import { verbHandlers } from '#server/kit/rows/verb-handlers.ts'
import { notFound } from '#server/kit/rows/written-answer.ts'
import { acceptReadingsJob } from './accept-readings-job.ts'
import { createImport, importForm } from './create-import.ts'
import { stagedRoutes } from './staged-routes.ts'
import { undoImportJob } from './undo-import-job.ts'

/** Every call about files of readings and the pool their rows wait in. */
export function readingImportRoutes(catalogue: Catalogue): Route[] {
  return [
    ...serve(readingimportCalls, {
      ...verbHandlers(readingimport, catalogue),
      create: { receive: importForm, write: createImport },
      counts: { run: countsOfImport },
      accept: { write: acceptImport },
      undo: { write: undoImport },
    }),
    ...stagedRoutes(catalogue),
  ]
}

const COUNTS = sql<ImportCounts, [id: number]>`
  select i.rows_total as total,
    count(s.id) filter (where w and s.severity = 'error')::int as error,
    count(s.id) filter (where w and s.severity = 'warning')::int as warning,
    count(s.id) filter (where w and s.severity = 'information')::int as information,
    count(s.id) filter (where w and s.severity = 'ok')::int as ok,
    count(s.id) filter (where s.staged_status = 'accepted')::int as accepted,
    count(s.id) filter (where s.staged_status = 'rejected')::int as rejected
  from readingimports i
  left join stagedreadings s on s.readingimport_id = i.id and s.deleted_at is null
  cross join lateral (select s.staged_status = 'waiting' as w) x
  where i.id = $1 group by i.id`

async function countsOfImport(ctx: Context, { id }: { id: number }) {
  const data = await ctx.database.read(scopeOf(ctx), (conn) => COUNTS.one(conn, id))
  if (!data) throw notFound(readingimport)
  return { data }
}

interface ImportRequest {
  id: number
}

/** The state says that the work has begun; the job does it. */
async function acceptImport(
  ctx: Context,
  conn: Conn,
  { id, include = 'warning' }: ImportRequest & { include?: z.infer<typeof includes> | undefined },
) {
  const written = await transition(ctx, conn, readingimport, 'accept', { id }, async () => ({}))
  await enqueue(conn, acceptReadingsJob, { ...jobFor(ctx, id), include })
  return written
}

async function undoImport(ctx: Context, conn: Conn, { id }: ImportRequest) {
  const written = await transition(ctx, conn, readingimport, 'undo', { id }, async () => ({}))
  await enqueue(conn, undoImportJob, jobFor(ctx, id))
  return written
}

function jobFor(ctx: Context, readingimport_id: number) {
  return {
    organisation_id: ctx.actor.organisation_id ?? 0,
    readingimport_id,
    by: personOf(ctx),
  }
}
