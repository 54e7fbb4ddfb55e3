import { z } from 'zod'
import { exportjob } from '#domain/exports/export.ts'
import { type ExportedFile, type ExportManifest, MANIFEST_NAME } from '#domain/exports/manifest.ts'
import { messageOf, Problem } from '#domain/kit/problem.ts'
import { idSchema } from '#domain/kit/schema.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { sql } from '#server/kit/database/sql.ts'
import { type Context, scopeOf } from '#server/kit/http/context.ts'
import { contextFor, person } from '#server/kit/jobs/acting-person.ts'
import { defineJob, type JobContext } from '#server/kit/jobs/job.ts'
import { updateRow } from '#server/kit/rows/write-row.ts'
import { dropParts, type ExportRun, ExportStopped, sizeOf } from './export-parts.ts'
import { keptFiles } from './kept-files.ts'
import { type ExportPlan, type PlannedExport, planOf } from './plan-export.ts'
import { makeProgress } from './progress.ts'
import { openSnapshot, type Snapshot } from './snapshot.ts'
import { storePart } from './store-part.ts'

const KEPT_DAYS = 7
const DAY_MS = 86_400_000
// What the archive's own directory can count; more than this is a backup's work.
const MOST_BYTES = 2_000_000_000
const MOST_FILES = 60_000

/**
 * Makes an export of one moment. A worker that died leaves what it had written to the next one, which
 * takes it away and begins again: files of two moments would not agree with each other.
 */
export const makeExport = defineJob({
  name: 'make-export',
  payload: z.strictObject({ organisation_id: idSchema, export_id: idSchema, by: person }),
  retryLimit: 5,
  expireSeconds: 4 * 3600,
  run: async (job, { organisation_id, export_id, by }) => {
    const ctx = contextFor(job, organisation_id, `export ${export_id}`, by)
    const begun = await ctx.database.write(scopeOf(ctx), (conn) => BEGIN.one(conn, export_id))
    if (!begun) return
    const run = { export_id, attempt: begun.attempt, place: 1 }
    try {
      await dropParts(ctx, export_id, run.attempt)
      await writeAll(ctx, job, run, begun)
    } catch (error) {
      await dropParts(ctx, export_id, run.attempt + 1)
      if (error instanceof ExportStopped) return
      if (!(error instanceof Problem) && !job.isLastAttempt) throw error
      const problem = error instanceof Problem ? error.message : messageOf('unavailable')
      await ctx.database.write(scopeOf(ctx), (conn) => fail(ctx, conn, run, problem))
      if (!(error instanceof Problem)) throw error
    }
  },
})

const BEGIN = sql<
  PlannedExport & { attempt: number },
  [id: number]
>`update exports e set export_status = 'running', attempt = e.attempt + 1, files_done = 0,
    rows_done = 0, problem = null, modified_at = now()
  from organisations o
  where e.id = $1 and e.export_status in ('waiting', 'running') and o.id = e.organisation_id
  returning e.attempt, e.kind, e.format, e.contents, e.period_start, e.period_end, e.has_masked,
    e.reason, e.asked_by, o.name as organisation`

async function writeAll(
  ctx: Context,
  job: JobContext,
  run: ExportRun,
  asked: PlannedExport,
): Promise<void> {
  const snapshot = await openSnapshot(ctx)
  try {
    const plan = await planOf(snapshot, asked)
    const progress = makeProgress(ctx, job.signal, run, plan.count)
    const files: ExportedFile[] = []
    for (const planned of plan.files) {
      files.push(await storePart(ctx, snapshot, run, planned, progress.rows))
      run.place += 1
      await progress.file()
    }
    for await (const kept of keptFiles(ctx, snapshot, run, asked.kind)) {
      files.push(kept)
      run.place += 1
      await progress.file()
    }
    const manifest = manifestOf(asked, snapshot, plan, files)
    await storePart(ctx, snapshot, { ...run, place: 0 }, manifestFile(manifest), async () => {})
    await ctx.database.write(scopeOf(ctx), (conn) => finish(ctx, conn, run, manifest))
  } finally {
    await snapshot.end()
  }
}

function manifestOf(
  asked: PlannedExport,
  { as_at }: Snapshot,
  { facts }: ExportPlan,
  files: ExportedFile[],
): ExportManifest {
  const { kind, organisation, reason, has_masked, asked_by, period_start, period_end } = asked
  const period = { from: period_start, to: period_end }
  const about = { kind, organisation, as_at, made_by: asked_by ?? '', reason, has_masked, period }
  return { format: 1, ...about, ...facts, files }
}

function manifestFile(manifest: ExportManifest) {
  const text = `${JSON.stringify(manifest, null, 1)}\n`
  return {
    name: MANIFEST_NAME,
    title: 'Manifest',
    columns: [],
    async *batches() {
      yield { text, rows: 0, amounts: [] }
    },
  }
}

const HOLD = sql<
  { id: number },
  [id: number, attempt: number]
>`select id from exports where id = $1 and attempt = $2 and export_status = 'running' for update`

/** What people look at needs no list of columns, nor of every file of a customer. */
function shortened({ files, ...manifest }: ExportManifest): ExportManifest {
  const told = files.filter(({ name }) => !name.startsWith('files/'))
  return { ...manifest, files: told.map((file) => ({ ...file, columns: [] })) }
}

async function finish(ctx: Context, conn: Conn, run: ExportRun, manifest: ExportManifest) {
  if (!(await HOLD.one(conn, run.export_id, run.attempt))) throw new ExportStopped()
  const { bytes, parts } = await sizeOf(conn, run)
  if (bytes > MOST_BYTES || parts > MOST_FILES) throw tooMuch()
  const now = ctx.clock.now()
  const done = {
    export_status: 'done' as const,
    files_done: parts - 1,
    files_total: parts - 1,
    rows_done: manifest.files.reduce((sum, { rows }) => sum + rows, 0),
    size_bytes: bytes,
    as_at: manifest.as_at,
    finished_at: now.toISOString(),
    expires_at: new Date(now.getTime() + KEPT_DAYS * DAY_MS).toISOString(),
  }
  const told = { action: 'done', changes: { rows_done: [null, done.rows_done] as [null, number] } }
  const values = { ...done, manifest: shortened(manifest) }
  await updateRow(ctx, conn, exportjob, run.export_id, values, told)
}

function tooMuch(): Problem {
  const reason = 'it is larger than 2 GB or has more than 60,000 files'
  const instead = 'Choose less, or ask whoever runs the server for a backup.'
  return new Problem('notPossible', { fill: { action: 'make', reason, instead } })
}

async function fail(ctx: Context, conn: Conn, run: ExportRun, problem: string): Promise<void> {
  if (!(await HOLD.one(conn, run.export_id, run.attempt))) return
  const told = { action: 'failed', changes: {} }
  const values = { export_status: 'failed' as const, problem }
  await updateRow(ctx, conn, exportjob, run.export_id, values, told)
}
