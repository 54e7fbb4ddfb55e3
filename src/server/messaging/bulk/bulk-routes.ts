import { bulkmessage } from '#domain/messaging/bulk/bulkmessage.ts'
import { bulkmessageCalls, bulkrecipientCalls } from '#domain/messaging/bulk/bulkmessage-calls.ts'
import { bulkrecipient } from '#domain/messaging/bulk/bulkrecipient.ts'
import type { Route } from '#server/kit/http/route.ts'
import { serve } from '#server/kit/http/serve.ts'
import type { Catalogue } from '#server/kit/rows/check-row.ts'
import { verbHandlers } from '#server/kit/rows/verb-handlers.ts'
import { cancelBulk, pauseBulk, repeatBulk, resumeBulk } from './bulk-actions.ts'
import type { BulkOffice } from './judge-audience.ts'
import { previewBulk } from './preview.ts'
import { answerBulk } from './progress.ts'
import { type BulkJob, startBulk } from './start.ts'
import { trialBulk } from './trial.ts'

/** Messages to many: written, looked at, started, stopped, and told of. */
export function bulkRoutes(catalogue: Catalogue, office: BulkOffice, job: BulkJob): Route[] {
  return [
    ...serve(bulkmessageCalls, {
      ...verbHandlers(bulkmessage, catalogue),
      get: { run: (ctx, { id }) => answerBulk(ctx, id, catalogue) },
      preview: { run: previewBulk(office, catalogue) },
      trial: { write: trialBulk(office, catalogue) },
      start: { write: startBulk(office, job) },
      pause: { write: (ctx, conn, asked) => pauseBulk(ctx, conn, asked) },
      resume: { write: resumeBulk(job) },
      cancel: { write: cancelBulk },
      again: { write: repeatBulk(office.sources) },
    }),
    ...serve(bulkrecipientCalls, verbHandlers(bulkrecipient, catalogue)),
  ]
}
