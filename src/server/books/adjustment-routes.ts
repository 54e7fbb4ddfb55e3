import { adjustment } from '#domain/books/adjustment.ts'
import { adjustmentCalls } from '#domain/books/adjustment-calls.ts'
import { created } from '#domain/kit/problem.ts'
import type { Route } from '#server/kit/http/route.ts'
import { serve } from '#server/kit/http/serve.ts'
import { type Catalogue, checkAgainstOthers } from '#server/kit/rows/check-row.ts'
import { verbHandlers } from '#server/kit/rows/verb-handlers.ts'
import { writtenAnswer } from '#server/kit/rows/written-answer.ts'
import {
  holdAdjustment,
  releaseAdjustment,
  reverseAdjustment,
  writeOffAdjustment,
} from './adjustment-actions.ts'
import { makeAdjustment, refuseAdjuster } from './make-adjustment.ts'
import { remindAdjustment } from './remind-adjustment.ts'
import { tellAdjustment } from './tell-adjustment.ts'

/** What customers owe or are given without an invoice. */
export function adjustmentRoutes(catalogue: Catalogue): Route[] {
  return serve(adjustmentCalls, {
    ...verbHandlers(adjustment, catalogue, {
      create: async (ctx, conn, input) => {
        await refuseAdjuster(ctx, conn, input)
        await checkAgainstOthers(ctx, conn, adjustment, input, catalogue)
        const written = await makeAdjustment(ctx, conn, input)
        await tellAdjustment(ctx, conn, written.row, { isTakenBack: false })
        return writtenAnswer(ctx, adjustment, written, { status: created })
      },
    }),
    remind: { write: remindAdjustment },
    hold: { write: holdAdjustment },
    release: { write: releaseAdjustment },
    writeoff: { write: writeOffAdjustment },
    reverse: {
      write: async (ctx, conn, input) => {
        const written = await reverseAdjustment(ctx, conn, input)
        await tellAdjustment(ctx, conn, written.row, { isTakenBack: true })
        return written
      },
    },
  })
}
