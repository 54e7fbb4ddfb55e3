import { bill } from '#domain/bills/bill.ts'
import { billCalls } from '#domain/bills/bill-calls.ts'
import { updated } from '#domain/kit/problem.ts'
import type { Route } from '#server/kit/http/route.ts'
import { serve } from '#server/kit/http/serve.ts'
import { reviseRow } from '#server/kit/rows/change-row.ts'
import { type Catalogue, checkAgainstOthers } from '#server/kit/rows/check-row.ts'
import { verbHandlers } from '#server/kit/rows/verb-handlers.ts'
import { writtenAnswer } from '#server/kit/rows/written-answer.ts'
import { approveBill } from './approve-bill.ts'
import { recheckBill } from './bill-check-stored.ts'
import { findStoredBill } from './bill-findings.ts'
import { refundBill, replaceBill, reverseBill } from './cancel-bill.ts'
import { disputeBill, resolveDispute } from './dispute-bill.ts'
import { billFileForm, importBills } from './import/import-bills.ts'
import { recomputeBill } from './recompute-bill.ts'

/** Suppliers' bills: read, changed and decided on; they come with an invoice or by file. */
export function billRoutes(catalogue: Catalogue): Route[] {
  return serve(billCalls, {
    ...billVerbs(catalogue),
    approve: { write: approveBill },
    dispute: { write: disputeBill },
    resolve: { write: resolveDispute },
    cancel: { write: reverseBill },
    replace: { write: replaceBill },
    refund: { write: refundBill },
    recalculation: { run: findStoredBill },
    import: { receive: billFileForm, write: importBills },
  })
}

function billVerbs(catalogue: Catalogue) {
  return verbHandlers(bill, catalogue, {
    update: async (ctx, conn, input) => {
      await reviseRow(ctx, conn, bill, input, {
        rights: () => {},
        others: (before) => checkAgainstOthers(ctx, conn, bill, input, catalogue, before),
      })
      await recomputeBill(ctx, conn, input.id)
      const written = await recheckBill(ctx, conn, input.id)
      return writtenAnswer(ctx, bill, written, { status: updated })
    },
  })
}
