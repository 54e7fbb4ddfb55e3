import { adjustment } from '#domain/books/adjustment.ts'
import { adjustmentCalls } from '#domain/books/adjustment-calls.ts'
import type { CheckedOf } from '#domain/kit/call.ts'
import { created } from '#domain/kit/problem.ts'
import type { Conn } from '#server/kit/database/database.ts'
import type { Context } from '#server/kit/http/context.ts'
import type { Route } from '#server/kit/http/route.ts'
import { serve } from '#server/kit/http/serve.ts'
import { type Catalogue, checkAgainstOthers } from '#server/kit/rows/check-row.ts'
import { verbHandlers } from '#server/kit/rows/verb-handlers.ts'
import type { Written } from '#server/kit/rows/write-row.ts'
import { writtenAnswer } from '#server/kit/rows/written-answer.ts'
import { adjustmentActions } from './adjustment-actions.ts'
import { type AdjustmentOwner, customerOwner } from './adjustment-owner.ts'
import { makeAdjustment, refuseAdjuster } from './make-adjustment.ts'
import { remindAdjustment } from './remind-adjustment.ts'
import { tellAdjustment } from './tell-adjustment.ts'

/** Our accounts with suppliers, which are kept with their bills and passed in. */
interface SupplierSide {
  owner: AdjustmentOwner
  payback: (
    ctx: Context,
    conn: Conn,
    input: CheckedOf<typeof adjustmentCalls.payback>,
  ) => Promise<Written<typeof adjustment>>
}

/** What is owed or given without an invoice or a bill. */
export function adjustmentRoutes(catalogue: Catalogue, suppliers: SupplierSide): Route[] {
  const ownerOf = ({ supplier_id }: { supplier_id?: number | null | undefined }) =>
    supplier_id ? suppliers.owner : customerOwner
  const { hold, release, writeOff, takeBackAdjustment } = adjustmentActions(ownerOf)
  return serve(adjustmentCalls, {
    ...verbHandlers(adjustment, catalogue, {
      create: async (ctx, conn, input) => {
        await refuseAdjuster(ctx, conn, input)
        await checkAgainstOthers(ctx, conn, adjustment, input, catalogue)
        const written = await makeAdjustment(ctx, conn, input, { owner: ownerOf(input) })
        await tellAdjustment(ctx, conn, written.row, { isTakenBack: false })
        return writtenAnswer(ctx, adjustment, written, { status: created })
      },
    }),
    remind: { write: remindAdjustment },
    hold: { write: hold },
    release: { write: release },
    writeoff: { write: writeOff },
    payback: { write: suppliers.payback },
    reverse: {
      write: async (ctx, conn, input) => {
        const written = await takeBackAdjustment(ctx, conn, input)
        await tellAdjustment(ctx, conn, written.row, { isTakenBack: true })
        return written
      },
    },
  })
}
