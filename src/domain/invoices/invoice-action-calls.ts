import { z } from 'zod'
import { careReason, reason, rowRequest } from '#domain/kit/action-input.ts'
import { action, call, row } from '#domain/kit/call.ts'
import { readerAddress } from '#domain/mail/reader-address.ts'
import { invoice } from './invoice.ts'

const sending = {
  /** Printed and put into an envelope. */
  posted: z.boolean().optional(),
  to: z.array(readerAddress).max(20).optional(),
  message: z.string().trim().max(2000).optional(),
}
const sendingLate = {
  ...sending,
  /** Both dates move by the days that passed since approval. */
  new_dates: z.boolean().optional(),
}
const withReason = z.strictObject({ ...rowRequest, reason })
const perhapsWithReason = z.strictObject({ ...rowRequest, reason: reason.optional() })

const readAnew = z.strictObject({
  ...rowRequest,
  reason: reason.optional(),
  /** Keys of what was written by hand and is not to be kept. */
  drop: z.array(z.string().max(20)).max(500).optional(),
})

/** What can be done with an invoice beside changing it. */
export const invoiceActionCalls = {
  approve: action(invoice, 'approve', {
    summary:
      'Approve a draft: it gets its number and its money is frozen; with send, it goes out too',
    input: z.strictObject({
      ...rowRequest,
      acknowledge: z.array(z.string().max(10)).max(50).optional(),
      send: z.boolean().optional(),
      ...sending,
    }),
    said: 'Invoice approved.',
  }),
  send: action(invoice, 'send', {
    summary: 'Send an approved invoice, or a copy of one that was sent',
    input: z.strictObject({ ...rowRequest, ...sendingLate }),
    said: 'Invoice sent.',
  }),
  draft: {
    ...action(invoice, 'draft', {
      summary: 'Take an approved invoice back to a draft, or a deleted draft out of the bin',
      input: perhapsWithReason,
      said: 'Invoice is a draft again.',
    }),
    // Whoever deleted a draft may bring it back for an hour, whatever the machine asks of others.
    policy: { from: 'user' } as const,
  },
  restore: call({
    method: 'POST',
    path: '/invoice/restore',
    summary: 'Bring a deleted draft back',
    policy: { from: 'user' },
    target: invoice,
    input: perhapsWithReason,
    answers: row(invoice),
    said: 'Invoice restored.',
  }),
  recalculate: action(invoice, 'recalculate', {
    summary:
      'Compute a draft anew from readings, rates, bills and balances; lines written by hand stay',
    input: readAnew,
    said: 'Invoice recalculated.',
  }),
  cancel: action(invoice, 'cancel', {
    summary: 'Cancel an invoice: its entries are taken back, its money is credit again',
    input: withReason,
    said: 'Invoice cancelled.',
  }),
  redo: action(invoice, 'redo', {
    summary: 'Cancel an invoice and make a new draft of it, read anew; money carries over',
    input: readAnew,
    said: 'A new draft is ready.',
  }),
  remind: action(invoice, 'remind', {
    summary: 'Remind the customer of an invoice',
    input: z.strictObject({
      ...rowRequest,
      message: z.string().trim().max(2000).optional(),
      reason: careReason,
      announce_fee: z
        .boolean()
        .optional()
        .describe(
          'Whether the letter tells of a late payment fee that waits; left out, as the reminders are set.',
        ),
    }),
    said: 'Reminder sent.',
  }),
  hold: action(invoice, 'hold', {
    summary: 'Hold an invoice: no reminders, no fees, time takes no discount',
    input: withReason,
    said: 'Invoice held.',
  }),
  release: action(invoice, 'release', {
    summary: 'Release a held invoice',
    input: perhapsWithReason,
    said: 'Invoice released.',
  }),
  grantppd: action(invoice, 'grantppd', {
    summary: 'Let the discount stand although it was not earned',
    input: withReason,
    said: 'Discount granted.',
  }),
  revokeppd: action(invoice, 'revokeppd', {
    summary: 'Take a granted discount back: it is tested by the money that came',
    input: withReason,
    said: 'The discount is tested again.',
  }),
  writeoff: action(invoice, 'writeoff', {
    summary: 'Give up what is still owed on an invoice as a bad debt',
    input: withReason,
    said: 'Invoice written off.',
  }),
  waivefee: action(invoice, 'waivefee', {
    summary: 'Waive the fee for paying an invoice late, whether it waits or was billed',
    input: withReason,
    said: 'Late fee waived.',
  }),
}
