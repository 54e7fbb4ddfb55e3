import { z } from 'zod'
import { reason, rowRequest } from '#domain/kit/action-input.ts'
import { call, data } from '#domain/kit/call.ts'
import { verbs } from '#domain/kit/verbs.ts'
import { aboutEntry, account, byHand, signedAmount, type WaitingEntry } from './entry-input.ts'
import { accounttransaction } from './transaction.ts'

/** A line of an entry, and the entry it belongs to. */
export interface BookedLine {
  id: number
  transaction_id: number
}

/**
 * A line never stands alone: booking one books its counterpart, and what is said of it or taken back
 * is the whole entry it belongs to.
 */
export const accounttransactionCalls = {
  ...verbs(accounttransaction, {
    without: ['create', 'update', 'restore', 'search'],
  }),
  create: call({
    method: 'PUT',
    path: '/accounttransaction',
    summary: 'Book an amount on an account against another, with the reason',
    policy: byHand,
    input: z.strictObject({
      account,
      against_account: account,
      amount: signedAmount,
      ...aboutEntry,
    }),
    answers: data<BookedLine | WaitingEntry>(),
  }),
  update: call({
    method: 'POST',
    path: '/accounttransaction',
    summary: 'Add to the reason of the entry a line belongs to',
    policy: byHand,
    target: accounttransaction,
    input: z.strictObject({ ...rowRequest, reason }),
    answers: data<{ id: number }>(),
  }),
}
