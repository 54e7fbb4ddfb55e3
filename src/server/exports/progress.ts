import { sql } from '#server/kit/database/sql.ts'
import { type Context, scopeOf } from '#server/kit/http/context.ts'
import { type ExportRun, ExportStopped } from './export-parts.ts'

const NOTE_MS = 400

const NOTE = sql<
  { id: number },
  [id: number, attempt: number, files_done: number, files_total: number, rows_done: number]
>`update exports set files_done = $3, files_total = $4, rows_done = $5
  where id = $1 and attempt = $2 and export_status = 'running' returning id`

/** Says how far an export has come, and hears whether it is to go on. */
export function makeProgress(ctx: Context, signal: AbortSignal, run: ExportRun, total: number) {
  let files = 0
  let rows = 0
  let notedAt = Number.NEGATIVE_INFINITY
  const note = async () => {
    signal.throwIfAborted()
    notedAt = performance.now()
    const { export_id, attempt } = run
    const isOurs = await ctx.database.write(scopeOf(ctx), (conn) =>
      NOTE.one(conn, export_id, attempt, files, total, rows),
    )
    if (!isOurs) throw new ExportStopped()
  }
  return {
    async rows(more: number) {
      rows += more
      if (performance.now() - notedAt > NOTE_MS) await note()
    },
    async file() {
      files += 1
      await note()
    },
  }
}
