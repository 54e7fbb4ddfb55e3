import type { ColumnMapping } from '#domain/kit/import/file-columns.ts'
import type { ImportEntity } from '#domain/kit/import/import-calls.ts'
import { Problem } from '#domain/kit/problem.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { type Context, scopeOf } from '#server/kit/http/context.ts'
import type { Answer } from '#server/kit/http/route.ts'
import { personOf } from '#server/kit/jobs/acting-person.ts'
import { enqueue } from '#server/kit/jobs/job.ts'
import type { Catalogue } from '#server/kit/rows/check-row.ts'
import { rowNow } from '#server/kit/rows/row-now.ts'
import { transition } from '#server/kit/rows/transition.ts'
import { verbHandlers } from '#server/kit/rows/verb-handlers.ts'
import type { Written } from '#server/kit/rows/write-row.ts'
import { notFound, writtenAnswer } from '#server/kit/rows/written-answer.ts'
import { mapImport } from './create-import.ts'
import { acceptFile, refusedWhole, undoFile, workOfCall } from './import-work.ts'
import type { Importer } from './importer.ts'

/** Files of one kind as a whole: all but taking one in, whose form is its kind's own. */
export function importHandlers<B extends ImportEntity>(kind: Importer<B>, catalogue: Catalogue) {
  return {
    ...verbHandlers(kind.batch, catalogue),
    counts: {
      run: async (ctx: Context, { id }: { id: number }): Promise<Answer<never>> => {
        const counts = await ctx.database.read(scopeOf(ctx), (conn) =>
          kind.staged.countsOf(conn, id),
        )
        if (!counts) throw notFound(kind.batch)
        return { data: counts as never } // By the verdicts of its kind.
      },
    },
    accept: {
      write: (ctx: Context, conn: Conn, asked: ImportRequest) =>
        acceptImport(ctx, conn, kind, asked),
    },
    map: {
      write: (ctx: Context, conn: Conn, asked: { id: number; mapping: ColumnMapping }) =>
        mapImport(ctx, conn, kind, asked),
    },
    undo: {
      write: (ctx: Context, conn: Conn, asked: ImportRequest) => undoImport(ctx, conn, kind, asked),
    },
  }
}

interface ImportRequest {
  id: number
  include?: string | undefined
  reason?: string | undefined
}

/** The state says that the work has begun; a small file's is done at once, else a job does it. */
async function acceptImport<B extends ImportEntity>(
  ctx: Context,
  conn: Conn,
  kind: Importer<B>,
  asked: ImportRequest,
): Promise<Written<B> | Answer<never>> {
  const { id } = asked
  // Every machine of an import has these actions.
  const written = await transition(ctx, conn, kind.batch, 'accept' as never, { id }, async () => {
    if (kind.isWhole) await refuseWithErrors(conn, kind, id)
    return {}
  })
  const verdicts = kind.taken(asked)
  if (!isSmall(kind, written)) {
    await enqueue(conn, kind.work.accept, { ...jobFor(ctx, id), verdicts: [...verdicts] })
    return written
  }
  await acceptFile(kind, workOfCall(ctx, conn, kind.atOnce), { id, verdicts })
  return settled(ctx, conn, kind, id, `The ${kind.made.many} are accepted.`)
}

async function refuseWithErrors(conn: Conn, kind: Importer, id: number): Promise<void> {
  const counts = await kind.staged.countsOf(conn, id)
  const wrong = counts?.error ?? 0
  if (wrong > 0) throw refusedWhole(Array(wrong).fill(null))
}

async function undoImport<B extends ImportEntity>(
  ctx: Context,
  conn: Conn,
  kind: Importer<B>,
  asked: ImportRequest,
): Promise<Written<B> | Answer<never>> {
  const { id, reason } = asked
  const request = { id, reason }
  const written = await transition(ctx, conn, kind.batch, 'undo' as never, request, async () => {
    const obstacle = await kind.obstacle?.(conn, id, asked)
    if (obstacle) {
      const fill = { action: 'undo', reason: obstacle.words, instead: '' }
      throw new Problem('notPossible', { fill, info: { counts: obstacle.counts } })
    }
    return {}
  })
  if (!isSmall(kind, written)) {
    await enqueue(conn, kind.work.undo, { ...jobFor(ctx, id), reason: reason ?? null })
    return written
  }
  const why = { id, reason: reason ?? null }
  await undoFile(kind, workOfCall(ctx, conn, kind.atOnce), why)
  return settled(ctx, conn, kind, id, `The ${kind.made.many} were taken back.`)
}

function isSmall({ atOnce }: Importer, { row }: Written): boolean {
  // Every file on its way in counts its rows.
  const { rows_total } = row as { rows_total?: number | null }
  return (rows_total ?? Number.POSITIVE_INFINITY) <= atOnce
}

async function settled<B extends ImportEntity>(
  ctx: Context,
  conn: Conn,
  { batch }: Importer<B>,
  id: number,
  message: string,
): Promise<Answer<never>> {
  const answer = writtenAnswer(ctx, batch, await rowNow(ctx, conn, batch, id), { status: 200 })
  return { ...answer, message }
}

function jobFor(ctx: Context, import_id: number) {
  return { organisation_id: ctx.actor.organisation_id ?? 0, import_id, by: personOf(ctx) }
}
