import { z } from 'zod'
import { invoice } from '#domain/invoices/invoice.ts'
import { idSchema } from '#domain/kit/schema.ts'
import { waiveLateFee } from '#server/invoices/dunning/waive-late-fee.ts'
import { actionRoute } from '#server/kit/http/action-route.ts'
import type { Route } from '#server/kit/http/route.ts'
import { approveInvoice } from './approve-invoice.ts'
import { cancelInvoice, redoInvoice } from './cancel-invoice.ts'
import { backToDraft, recalculateInvoice, restoreDraft } from './draft-invoice.ts'
import { grantDiscount, holdInvoice } from './hold-invoice.ts'
import { remindInvoice } from './remind-invoice.ts'
import { sendInvoice } from './send-invoice.ts'

const about = { id: idSchema, version: z.int().min(1).optional() }
const reason = z.string().trim().min(3, 'Say why, in a few words.').max(1000)
const sending = {
  /** Printed and put into an envelope. */
  posted: z.boolean().optional(),
  to: z.array(z.email().max(254)).max(20).optional(),
  message: z.string().trim().max(2000).optional(),
}

/** What can be done with an invoice beside changing it. */
export const invoiceActionRoutes: Route[] = [
  actionRoute(invoice, {
    path: 'approve',
    isOwnHand: true,
    summary:
      'Approve a draft: it gets its number and its money is frozen; with send, it goes out too',
    from: 'accounting',
    input: z.strictObject({
      ...about,
      acknowledge: z.array(z.string().max(10)).max(50).optional(),
      send: z.boolean().optional(),
      ...sending,
    }),
    message: 'Invoice approved.',
    work: approveInvoice,
  }),
  actionRoute(invoice, {
    path: 'send',
    isOwnHand: true,
    summary: 'Send an approved invoice, or a copy of one that was sent',
    from: 'user',
    input: z.strictObject({ ...about, ...sending }),
    message: 'Invoice sent.',
    work: sendInvoice,
  }),
  actionRoute(invoice, {
    path: 'draft',
    summary: 'Take an approved invoice back to a draft, or a deleted draft out of the bin',
    from: 'user',
    input: z.strictObject({ ...about, reason: reason.optional() }),
    message: 'Invoice is a draft again.',
    work: backToDraft,
  }),
  actionRoute(invoice, {
    path: 'restore',
    summary: 'Bring a deleted draft back',
    from: 'user',
    input: z.strictObject({ ...about, reason: reason.optional() }),
    message: 'Invoice restored.',
    work: restoreDraft,
  }),
  actionRoute(invoice, {
    path: 'recalculate',
    summary: 'Compute a draft anew from readings, rates, bills and balances',
    from: 'user',
    input: z.strictObject({ ...about, reason: reason.optional() }),
    message: 'Invoice recalculated.',
    work: recalculateInvoice,
  }),
  actionRoute(invoice, {
    path: 'cancel',
    summary: 'Cancel an invoice: its entries are taken back, its money is credit again',
    from: 'accounting',
    input: z.strictObject({ ...about, reason }),
    message: 'Invoice cancelled.',
    work: cancelInvoice,
  }),
  actionRoute(invoice, {
    path: 'redo',
    summary: 'Cancel an invoice and make a new draft of it; money carries over',
    from: 'accounting',
    input: z.strictObject({ ...about, reason: reason.optional() }),
    message: 'A new draft is ready.',
    work: redoInvoice,
  }),
  actionRoute(invoice, {
    path: 'remind',
    isOwnHand: true,
    summary: 'Remind the customer of an invoice',
    from: 'user',
    input: z.strictObject({ ...about, message: z.string().trim().max(2000).optional() }),
    message: 'Reminder sent.',
    work: remindInvoice,
  }),
  actionRoute(invoice, {
    path: 'hold',
    summary: 'Hold an invoice: no reminders, no fees, time takes no discount',
    from: 'accounting',
    input: z.strictObject({ ...about, reason }),
    message: 'Invoice held.',
    work: (ctx, conn, input) => holdInvoice(ctx, conn, input, true),
  }),
  actionRoute(invoice, {
    path: 'release',
    summary: 'Release a held invoice',
    from: 'accounting',
    input: z.strictObject({ ...about, reason: reason.optional() }),
    message: 'Invoice released.',
    work: (ctx, conn, input) => holdInvoice(ctx, conn, input, false),
  }),
  actionRoute(invoice, {
    path: 'grantppd',
    summary: 'Let the discount stand although it was not earned',
    from: 'accounting',
    input: z.strictObject({ ...about, reason }),
    message: 'Discount granted.',
    work: grantDiscount,
  }),
  actionRoute(invoice, {
    path: 'waivefee',
    summary: 'Waive the fee for paying an invoice late, whether it waits or was billed',
    from: 'accounting',
    input: z.strictObject({ ...about, reason }),
    message: 'Late fee waived.',
    work: waiveLateFee,
  }),
]
