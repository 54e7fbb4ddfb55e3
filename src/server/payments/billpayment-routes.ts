import { created, updated } from '#domain/kit/problem.ts'
import { billpaymentCalls } from '#domain/payments/billpayment-calls.ts'
import { billpayment } from '#domain/payments/payment.ts'
import type { Route } from '#server/kit/http/route.ts'
import { serve } from '#server/kit/http/serve.ts'
import { reviseRow } from '#server/kit/rows/change-row.ts'
import { type Catalogue, checkAgainstOthers } from '#server/kit/rows/check-row.ts'
import { notPossible } from '#server/kit/rows/state.ts'
import { verbHandlers } from '#server/kit/rows/verb-handlers.ts'
import { writtenAnswer } from '#server/kit/rows/written-answer.ts'
import {
  approvePayment,
  cancelOut,
  payOut,
  planPayment,
  receivePayback,
  returnedByBank,
} from './pay-supplier.ts'

/** Money to suppliers: planned, approved, paid, and seen on the bank's statement later. */
export function billPaymentRoutes(catalogue: Catalogue): Route[] {
  return serve(billpaymentCalls, {
    ...paymentVerbs(catalogue),
    approve: { write: approvePayment },
    pay: { write: (ctx, conn, input) => payOut(ctx, conn, input) },
    cancel: { write: cancelOut },
    returned: { write: returnedByBank },
    payback: { write: receivePayback },
  })
}

function paymentVerbs(catalogue: Catalogue) {
  return verbHandlers(billpayment, catalogue, {
    create: async (ctx, conn, input) => {
      await checkAgainstOthers(ctx, conn, billpayment, input, catalogue)
      const written = await planPayment(ctx, conn, input)
      return writtenAnswer(ctx, billpayment, written, { status: created })
    },
    update: async (ctx, conn, input) => {
      const written = await reviseRow(ctx, conn, billpayment, input, {
        rights: () => {},
        others: async (before) => {
          const frozen = ['bill_id', 'adjustment_id', 'amount_incl_gst'] as const
          if (frozen.some((name) => input[name] !== undefined && input[name] !== before[name]))
            throw notPossible(
              'change',
              'what it pays and its amount stay',
              'Cancel it and plan another.',
            )
          await checkAgainstOthers(ctx, conn, billpayment, input, catalogue, before)
        },
      })
      return writtenAnswer(ctx, billpayment, written, { status: updated })
    },
  })
}
