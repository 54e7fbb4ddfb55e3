import { z } from 'zod'
import { amount, careReason, reason, rowRequest } from '#domain/kit/action-input.ts'
import { action } from '#domain/kit/call.ts'
import { sentDay } from '#domain/kit/schema.ts'
import { verbs } from '#domain/kit/verbs.ts'
import { adjustment } from './adjustment.ts'

const withReason = z.strictObject({ ...rowRequest, reason })

/** What is owed or given without a document. It is never changed: it is reversed, and made anew. */
export const adjustmentCalls = {
  ...verbs(adjustment, { without: ['update', 'remove', 'removeMany', 'restore'] }),
  remind: action(adjustment, 'remind', {
    summary: 'Remind the customer of an adjustment that is overdue',
    input: z.strictObject({
      ...rowRequest,
      message: z.string().trim().max(2000).optional(),
      reason: careReason,
    }),
    said: 'Reminder sent.',
  }),
  hold: action(adjustment, 'hold', {
    summary:
      'Leave an adjustment in peace: not asked for, and passed by money that does not name it',
    input: withReason,
    said: 'Adjustment held.',
  }),
  release: action(adjustment, 'release', {
    summary: 'Ask for a held adjustment again, with the days that were left',
    input: z.strictObject({ ...rowRequest, reason: reason.optional() }),
    said: 'Adjustment released.',
  }),
  writeoff: action(adjustment, 'writeoff', {
    summary: 'Give up what is still owed on an adjustment',
    input: withReason,
    said: 'Adjustment written off.',
  }),
  payback: action(adjustment, 'payback', {
    summary: 'The supplier paid back what is left of its credit, or a part of it',
    input: z.strictObject({
      ...rowRequest,
      amount: amount.optional(),
      refund_date: sentDay('Refund date').optional(),
      reason: reason.optional(),
    }),
    said: 'Money from the supplier booked.',
  }),
  reverse: action(adjustment, 'reverse', {
    summary: 'Book an adjustment back, while no money lies on it and none of its credit is used',
    input: withReason,
    said: 'Adjustment reversed.',
  }),
}
