import { z } from 'zod'
import { idSchema } from '#domain/kit/schema.ts'
import { type ReadingImport, readingimport } from '#domain/meters/readingimport.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { type Context, scopeOf } from '#server/kit/http/context.ts'
import { type Answer, type Route, route } from '#server/kit/http/route.ts'
import { personOf } from '#server/kit/jobs/acting-person.ts'
import { enqueue } from '#server/kit/jobs/job.ts'
import { archived, lockRow } from '#server/kit/rows/change-row.ts'
import type { Changes } from '#server/kit/rows/history.ts'
import { notPossible } from '#server/kit/rows/state.ts'
import { updateRow } from '#server/kit/rows/write-row.ts'
import { notFound, writtenAnswer } from '#server/kit/rows/written-answer.ts'
import { acceptReadingsJob, includes } from './accept-readings-job.ts'
import { undoImportJob } from './undo-import-job.ts'

const started = 202

/** The calls about an import as a whole. */
export const importActionRoutes: Route[] = [
  route<{ id: number }>({
    method: 'GET',
    path: '/readingimport/counts',
    summary: 'How many rows of an import wait, by what the rules say, and how many are dealt with',
    policy: { from: 'user' },
    target: readingimport,
    input: z.object({ id: idSchema }),
    run: async (ctx, { id }) => {
      const [data] = await ctx.database.read(scopeOf(ctx), (conn) => conn.query(COUNTS, [id]))
      if (!data) throw notFound(readingimport)
      return { data }
    },
  }),
  route<{ id: number; include?: 'ok' | 'information' | 'warning' | undefined }>({
    method: 'POST',
    path: '/readingimport/accept',
    summary: 'Make readings of all rows of an import that have no errors',
    policy: { from: 'user' },
    target: readingimport,
    output: { entity: readingimport, many: false },
    input: z.strictObject({ id: idSchema, include: includes.optional() }),
    write: async (ctx, conn, { id, include = 'warning' }) => {
      const answer = await move(ctx, conn, id, {
        action: 'accept',
        from: ['ready'],
        to: 'accepting',
        message: 'The readings are being accepted.',
      })
      const organisation_id = ctx.actor.organisation_id ?? 0
      const payload = { organisation_id, readingimport_id: id, include, by: personOf(ctx) }
      await enqueue(conn, acceptReadingsJob, payload)
      return answer
    },
  }),
  route<{ id: number }>({
    method: 'POST',
    path: '/readingimport/undo',
    summary: 'Take back every reading an import made',
    policy: { from: 'manager' },
    target: readingimport,
    output: { entity: readingimport, many: false },
    input: z.strictObject({ id: idSchema }),
    write: async (ctx, conn, { id }) => {
      const answer = await move(ctx, conn, id, {
        action: 'undo',
        from: ['ready', 'done'],
        to: 'undoing',
        message: 'The readings are being taken back.',
      })
      const organisation_id = ctx.actor.organisation_id ?? 0
      const payload = { organisation_id, readingimport_id: id, by: personOf(ctx) }
      await enqueue(conn, undoImportJob, payload)
      return answer
    },
  }),
]

const COUNTS = `select i.rows_total as total,
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

type ImportStatus = ReadingImport['import_status']

interface ImportAction {
  action: string
  from: ImportStatus[]
  to: ImportStatus
  message: string
}

/** Only one thing happens to an import at a time; its state says which. */
async function move(ctx: Context, conn: Conn, id: number, asked: ImportAction): Promise<Answer> {
  const current = await lockRow(ctx, conn, readingimport, id)
  if (current.deleted_at) throw archived(readingimport)
  const before = current.row.import_status
  if (!asked.from.includes(before)) throw notPossible(asked.action, `the import is ${before}`)
  const changes: Changes<typeof readingimport> = { import_status: [before, asked.to] }
  const values = { import_status: asked.to }
  const told = { action: asked.action, changes }
  const written = await updateRow(ctx, conn, readingimport, id, values, told)
  const answer = writtenAnswer(ctx, readingimport, written, { status: started })
  return { ...answer, message: asked.message }
}
