import { z } from 'zod'
import { created, deleted } from '#domain/kit/problem.ts'
import { idSchema } from '#domain/kit/schema.ts'
import { invoicepayment } from '#domain/payments/payment.ts'
import { actionRoute } from '#server/kit/http/action-route.ts'
import type { Route } from '#server/kit/http/route.ts'
import { reviseRow } from '#server/kit/rows/change-row.ts'
import { type Catalogue, checkAgainstOthers } from '#server/kit/rows/check-row.ts'
import { resource } from '#server/kit/rows/resource.ts'
import { notPossible } from '#server/kit/rows/state.ts'
import { writtenAnswer } from '#server/kit/rows/written-answer.ts'
import { allocatePayment, unallocatePayment } from './allocate-payment.ts'
import { cancelPayment } from './cancel-payment.ts'
import { receivePayment } from './receive-payment.ts'
import { refundPayment } from './refund-payment.ts'

const about = { id: idSchema, version: z.int().min(1).optional() }
const reason = z.string().trim().min(3, 'Say why, in a few words.').max(1000)
const amount = z.string().regex(/^\d{1,10}(\.\d{1,2})?$/, 'That is not an amount.')

/** Money from customers. */
export function invoicePaymentRoutes(catalogue: Catalogue): Route[] {
  return [
    ...resource(invoicepayment, catalogue, {
      create: async (ctx, conn, input) => {
        await checkAgainstOthers(ctx, conn, invoicepayment, input, catalogue)
        const { written, warnings } = await receivePayment(ctx, conn, input)
        return writtenAnswer(ctx, invoicepayment, written, { status: created, warnings })
      },
      update: async (ctx, conn, input) => {
        // Money, day and whose it is stay: cancel the payment and enter it anew.
        const frozen = ['amount_incl_gst', 'payment_date', 'customer_id', 'payment_type'] as const
        const written = await reviseRow(ctx, conn, invoicepayment, input, {
          rights: () => {},
          others: async (before) => {
            if (frozen.some((name) => input[name] !== undefined && input[name] !== before[name]))
              throw notPossible(
                'change',
                'money that was booked stays as it is',
                'Cancel it and enter it anew.',
              )
          },
        })
        return writtenAnswer(ctx, invoicepayment, written, { status: 261 })
      },
      // Booked money is never removed: deleting it cancels it, and the row stays.
      remove: async (ctx, conn, input) => {
        await cancelPayment(ctx, conn, { ...input, reason: 'Entered by mistake.' })
        return { status: deleted, data: { id: input.id }, message: 'Payment cancelled.' }
      },
      without: ['restore'],
    }),
    actionRoute(invoicepayment, {
      from: 'accounting',
      path: 'refund',
      isOwnHand: true,
      summary: 'Pay back a payment, in part or whole',
      input: z.strictObject({
        ...about,
        amount: amount.optional(),
        refund_date: z.iso.date().optional(),
        reason,
      }),
      message: 'Refund booked.',
      work: refundPayment,
    }),
    actionRoute(invoicepayment, {
      from: 'accounting',
      path: 'cancel',
      summary: 'Cancel a payment that was entered by mistake',
      input: z.strictObject({ ...about, reason }),
      message: 'Payment cancelled.',
      work: cancelPayment,
    }),
    actionRoute(invoicepayment, {
      from: 'accounting',
      path: 'allocate',
      summary: 'Put some of a payment on an invoice by hand',
      input: z.strictObject({ ...about, invoice_id: idSchema, amount }),
      message: 'Money placed.',
      work: allocatePayment,
    }),
    actionRoute(invoicepayment, {
      from: 'accounting',
      path: 'unallocate',
      summary: 'Take a payment off an invoice it was put on by hand',
      input: z.strictObject({ ...about, invoice_id: idSchema }),
      message: 'Money taken off.',
      work: unallocatePayment,
    }),
  ]
}
