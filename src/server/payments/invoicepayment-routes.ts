import { badField, created, deleted } from '#domain/kit/problem.ts'
import { invoicepaymentCalls } from '#domain/payments/invoicepayment-calls.ts'
import { invoicepayment } from '#domain/payments/payment.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { sql } from '#server/kit/database/sql.ts'
import type { Route } from '#server/kit/http/route.ts'
import { serve } from '#server/kit/http/serve.ts'
import { type Catalogue, checkAgainstOthers } from '#server/kit/rows/check-row.ts'
import { verbHandlers } from '#server/kit/rows/verb-handlers.ts'
import { writtenAnswer } from '#server/kit/rows/written-answer.ts'
import { allocatePayment, unallocatePayment } from './allocate-payment.ts'
import { cancelPayment } from './cancel-payment.ts'
import type { CollectedMoney } from './collected-money.ts'
import { dishonourPayment } from './dishonour-payment.ts'
import { grantWithPayment } from './grant-with-payment.ts'
import { receivePayment } from './receive-payment.ts'
import { recordPayments } from './record-payments.ts'
import { refundPayment } from './refund-payment.ts'
import { receiptIfWanted, sendReceipt } from './send-receipt.ts'
import { updatePayment } from './update-payment.ts'

/** Where the provider collects, nobody types what it collected. */
async function refuseTyped(
  conn: Conn,
  { payment_type }: { payment_type?: string | undefined },
  collected: CollectedMoney,
): Promise<void> {
  if (payment_type === 'direct_debit' && (await collected.isConnected(conn)))
    throw badField('payment_type', 'Direct debits come from the provider by themselves.')
}

const PENDING = sql<{ id: number }, [id: number]>`
  select id from invoicepayments where id = $1 and payment_status = 'pending'`

/** A payment that was entered by mistake, or a debit that is under way. */
const cancelling =
  (collected: CollectedMoney): typeof cancelPayment =>
  async (ctx, conn, input) =>
    (await PENDING.one(conn, input.id))
      ? collected.cancelPending(ctx, conn, input)
      : cancelPayment(ctx, conn, input)

/** Money from customers. */
export function invoicePaymentRoutes(catalogue: Catalogue, collected: CollectedMoney): Route[] {
  const cancelEither = cancelling(collected)
  return serve(invoicepaymentCalls, {
    ...paymentVerbs(catalogue, collected),
    record: {
      write: async (ctx, conn, { payments }) => {
        for (const one of payments) await refuseTyped(conn, one, collected)
        return recordPayments(ctx, conn, payments, catalogue)
      },
    },
    refund: { write: (ctx, conn, input) => refundPayment(ctx, conn, input, collected) },
    cancel: { write: cancelEither },
    dishonour: { write: dishonourPayment },
    allocate: { write: allocatePayment },
    unallocate: { write: unallocatePayment },
    receipt: { write: sendReceipt },
    grantppd: { write: grantWithPayment },
  })
}

function paymentVerbs(catalogue: Catalogue, collected: CollectedMoney) {
  return verbHandlers(invoicepayment, catalogue, {
    create: async (ctx, conn, input) => {
      await checkAgainstOthers(ctx, conn, invoicepayment, input, catalogue)
      await refuseTyped(conn, input, collected)
      const { written, warnings } = await receivePayment(ctx, conn, input)
      const told = await receiptIfWanted(ctx, conn, written)
      return writtenAnswer(ctx, invoicepayment, told, { status: created, warnings })
    },
    update: updatePayment,
    // Booked money is never removed: deleting it cancels it, and the row stays.
    remove: async (ctx, conn, input) => {
      const cancel = cancelling(collected)
      await cancel(ctx, conn, { ...input, reason: 'Entered by mistake.' })
      return { status: deleted, data: { id: input.id }, message: 'Payment cancelled.' }
    },
  })
}
