import { fieldChangeCalls } from '#domain/kit/fieldchange-calls.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { type Context, scopeOf } from '#server/kit/http/context.ts'
import type { Route } from '#server/kit/http/route.ts'
import { serve } from '#server/kit/http/serve.ts'
import type { Catalogue } from '#server/kit/rows/check-row.ts'
import type { FieldChangeJob } from './change-rows-job.ts'
import { startChange } from './start-change.ts'
import { stopChange, undoChange } from './stop-change.ts'
import { changesOfCaller, toldChange, toldRows } from './told-change.ts'

/** One field changed in many rows, by the server. */
export function fieldChangeRoutes(catalogue: Catalogue, job: FieldChangeJob): Route[] {
  return serve(fieldChangeCalls, {
    start: { write: startChange(catalogue, job) },
    get: {
      run: async (ctx, { id }) => ({ data: await read(ctx, (conn) => toldChange(ctx, conn, id)) }),
    },
    rows: {
      run: async (ctx, asked) => ({ data: await read(ctx, (conn) => toldRows(ctx, conn, asked)) }),
    },
    mine: { run: async (ctx) => ({ data: await read(ctx, (conn) => changesOfCaller(ctx, conn)) }) },
    stop: { write: stopChange },
    undo: { write: undoChange(job) },
  })
}

const read = <T>(ctx: Context, work: (conn: Conn) => Promise<T>) =>
  ctx.database.read(scopeOf(ctx), work)
