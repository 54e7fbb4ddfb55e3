import { z } from 'zod'
import { reason, rowRequest } from '#domain/kit/action-input.ts'
import { call, data } from '#domain/kit/call.ts'
import { idSchema } from '#domain/kit/schema.ts'
import { listCall, verbs } from '#domain/kit/verbs.ts'
import { aboutEntry, account, byHand, signedAmount, type WaitingEntry } from './entry-input.ts'
import { transaction } from './transaction.ts'

/** Entries of the books: PUT books by hand, POST adds to the reason, DELETE books the reversal. */
export const transactionCalls = {
  ...verbs(transaction, {
    without: ['create', 'update', 'remove', 'restore'],
  }),
  create: call({
    method: 'PUT',
    path: '/transaction',
    summary: 'Book an entry by hand, with the reason',
    policy: byHand,
    input: z.strictObject({
      lines: z
        .array(z.strictObject({ account, amount: signedAmount }))
        .min(2)
        .max(20),
      ...aboutEntry,
    }),
    answers: data<{ id: number } | WaitingEntry>(),
  }),
  update: call({
    method: 'POST',
    path: '/transaction',
    summary: 'Add to the reason of an entry',
    policy: byHand,
    target: transaction,
    input: z.strictObject({ ...rowRequest, reason }),
    answers: data<{ id: number }>(),
  }),
  remove: call({
    method: 'DELETE',
    path: '/transaction',
    summary: 'Take back an entry that was booked by hand',
    policy: byHand,
    target: transaction,
    input: z.strictObject({
      id: idSchema,
      version: z.coerce.number().optional(),
      reason: reason.optional(),
    }),
    answers: data<{ id: number }>(),
  }),
}

export const invoicetransactionCalls = {
  list: listCall(transaction, '/invoicetransactions', {
    summary: 'Entries of the books that are about invoices',
    // The whole books are the manager's; what happened to an invoice is everybody's daily work.
    from: 'user',
  }),
}
