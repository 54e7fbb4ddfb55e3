import { created } from '#domain/kit/problem.ts'
import { note } from '#domain/operations/note.ts'
import { noteCalls } from '#domain/operations/note-calls.ts'
import type { Route } from '#server/kit/http/route.ts'
import { serve } from '#server/kit/http/serve.ts'
import { type Catalogue, checkAgainstOthers } from '#server/kit/rows/check-row.ts'
import { verbHandlers } from '#server/kit/rows/verb-handlers.ts'
import { insertRow } from '#server/kit/rows/write-row.ts'
import { writtenAnswer } from '#server/kit/rows/written-answer.ts'

/** Notes as any other rows; whoever writes one is its author, whatever is said of it later. */
export function noteRoutes(catalogue: Catalogue): Route[] {
  return serve(
    noteCalls,
    verbHandlers(note, catalogue, {
      create: async (ctx, conn, input) => {
        await checkAgainstOthers(ctx, conn, note, input, catalogue)
        const authored = { ...input, written_by: ctx.actor.name }
        const written = await insertRow(ctx, conn, note, authored)
        return writtenAnswer(ctx, note, written, { status: created })
      },
    }),
  )
}
