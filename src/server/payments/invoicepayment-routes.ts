import { created, deleted } from '#domain/kit/problem.ts'
import { invoicepaymentCalls } from '#domain/payments/invoicepayment-calls.ts'
import { invoicepayment } from '#domain/payments/payment.ts'
import type { Route } from '#server/kit/http/route.ts'
import { serve } from '#server/kit/http/serve.ts'
import { type Catalogue, checkAgainstOthers } from '#server/kit/rows/check-row.ts'
import { verbHandlers } from '#server/kit/rows/verb-handlers.ts'
import { writtenAnswer } from '#server/kit/rows/written-answer.ts'
import { allocatePayment, unallocatePayment } from './allocate-payment.ts'
import { cancelPayment } from './cancel-payment.ts'
import { dishonourPayment } from './dishonour-payment.ts'
import { grantWithPayment } from './grant-with-payment.ts'
import { receivePayment } from './receive-payment.ts'
import { recordPayments } from './record-payments.ts'
import { refundPayment } from './refund-payment.ts'
import { receiptIfWanted, sendReceipt } from './send-receipt.ts'
import { updatePayment } from './update-payment.ts'

/** Money from customers. */
export function invoicePaymentRoutes(catalogue: Catalogue): Route[] {
  return serve(invoicepaymentCalls, {
    ...paymentVerbs(catalogue),
    record: {
      write: (ctx, conn, { payments }) => recordPayments(ctx, conn, payments, catalogue),
    },
    refund: { write: refundPayment },
    cancel: { write: cancelPayment },
    dishonour: { write: dishonourPayment },
    allocate: { write: allocatePayment },
    unallocate: { write: unallocatePayment },
    receipt: { write: sendReceipt },
    grantppd: { write: grantWithPayment },
  })
}

function paymentVerbs(catalogue: Catalogue) {
  return verbHandlers(invoicepayment, catalogue, {
    create: async (ctx, conn, input) => {
      await checkAgainstOthers(ctx, conn, invoicepayment, input, catalogue)
      const { written, warnings } = await receivePayment(ctx, conn, input)
      const told = await receiptIfWanted(ctx, conn, written)
      return writtenAnswer(ctx, invoicepayment, told, { status: created, warnings })
    },
    update: updatePayment,
    // Booked money is never removed: deleting it cancels it, and the row stays.
    remove: async (ctx, conn, input) => {
      await cancelPayment(ctx, conn, { ...input, reason: 'Entered by mistake.' })
      return { status: deleted, data: { id: input.id }, message: 'Payment cancelled.' }
    },
  })
}
