import { exportjob } from '#domain/exports/export.ts'
import { exportCalls } from '#domain/exports/export-calls.ts'
import type { Conn } from '#server/kit/database/database.ts'
import type { Context } from '#server/kit/http/context.ts'
import type { Route } from '#server/kit/http/route.ts'
import { serve } from '#server/kit/http/serve.ts'
import { enqueue } from '#server/kit/jobs/job.ts'
import type { Catalogue } from '#server/kit/rows/check-row.ts'
import type { ActionRequest } from '#server/kit/rows/transition.ts'
import { transition } from '#server/kit/rows/transition.ts'
import { verbHandlers } from '#server/kit/rows/verb-handlers.ts'
import {
  askForExport,
  refuseBeyondKey,
  refuseSecond,
  refuseUnproved,
  startJob,
} from './ask-for-export.ts'
import { exportArchive } from './export-archive.ts'
import { exportChoices } from './export-choices.ts'
import { tidyExports } from './tidy-exports-job.ts'

/** Every call about exports. */
export function exportRoutes(catalogue: Catalogue): Route[] {
  const { get, list, search, csv } = verbHandlers(exportjob, catalogue)
  return serve(exportCalls, {
    ...{ get, list, search, csv },
    create: { write: askForExport },
    choices: { run: async ({ actor }) => ({ data: exportChoices(actor) }) },
    cancel: { write: (ctx, conn, asked) => given(ctx, conn, 'cancel', asked) },
    discard: { write: (ctx, conn, asked) => given(ctx, conn, 'discard', asked) },
    resume: { write: resumeExport },
    download: { run: exportArchive },
  })
}

/** What was written of it is taken away by a job. */
async function given(ctx: Context, conn: Conn, action: 'cancel' | 'discard', asked: ActionRequest) {
  const written = await transition(ctx, conn, exportjob, action, asked, async () => ({}))
  await enqueue(conn, tidyExports, { organisation_id: ctx.actor.organisation_id ?? 0 })
  return written
}

async function resumeExport(ctx: Context, conn: Conn, asked: ActionRequest) {
  const written = await transition(ctx, conn, exportjob, 'resume', asked, async ({ row }) => {
    await refuseUnproved(ctx, conn, row.has_masked || row.kind === 'organisation', row.has_masked)
    refuseBeyondKey(ctx, row.contents)
    await refuseSecond(conn)
    return { problem: null, files_done: 0, rows_done: 0 }
  })
  await startJob(ctx, conn, written.id)
  return written
}
