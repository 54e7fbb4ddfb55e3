import { z } from 'zod'
import { invoice } from '#domain/billing/invoice.ts'
import { idSchema } from '#domain/kit/schema.ts'
import type { Context } from '#server/context.ts'
import type { Conn } from '#server/kit/database.ts'
import { dropTotal, writtenAnswer } from '#server/kit/resource.ts'
import { type Route, route } from '#server/kit/route.ts'
import type { Written } from '#server/kit/write-row.ts'
import { approveInvoice } from './approve-invoice.ts'
import { cancelInvoice, redoInvoice } from './cancel-invoice.ts'
import { backToDraft, recalculateInvoice, restoreDraft } from './draft-invoice.ts'
import { grantDiscount, holdInvoice } from './hold-invoice.ts'
import { remindInvoice } from './remind-invoice.ts'
import { sendInvoice } from './send-invoice.ts'

const asked = { id: idSchema, version: z.int().min(1).optional() }
const reason = z.string().trim().min(3, 'Say why, in a few words.').max(1000)
const sending = {
  /** Printed and put into an envelope. */
  posted: z.boolean().optional(),
  to: z.array(z.email().max(254)).max(20).optional(),
  message: z.string().trim().max(2000).optional(),
}

interface Action<I> {
  path: string
  summary: string
  from: 'user' | 'accounting' | 'manager'
  input: z.ZodType<I>
  message: string
  work(ctx: Context, conn: Conn, input: I): Promise<Written>
}

/** What can be done with an invoice beside changing it. */
export const invoiceActionRoutes: Route[] = [
  action({
    path: 'approve',
    summary:
      'Approve a draft: it gets its number and its money is frozen; with send, it goes out too',
    from: 'accounting',
    input: z.strictObject({
      ...asked,
      acknowledge: z.array(z.string().max(10)).max(50).optional(),
      send: z.boolean().optional(),
      ...sending,
    }),
    message: 'Invoice approved.',
    work: approveInvoice,
  }),
  action({
    path: 'send',
    summary: 'Send an approved invoice, or a copy of one that was sent',
    from: 'user',
    input: z.strictObject({ ...asked, ...sending }),
    message: 'Invoice sent.',
    work: sendInvoice,
  }),
  action({
    path: 'draft',
    summary: 'Take an approved invoice back to a draft, or a deleted draft out of the bin',
    from: 'user',
    input: z.strictObject({ ...asked, reason: reason.optional() }),
    message: 'Invoice is a draft again.',
    work: backToDraft,
  }),
  action({
    path: 'restore',
    summary: 'Bring a deleted draft back',
    from: 'user',
    input: z.strictObject({ ...asked, reason: reason.optional() }),
    message: 'Invoice restored.',
    work: restoreDraft,
  }),
  action({
    path: 'recalculate',
    summary: 'Compute a draft anew from readings, rates, bills and balances',
    from: 'user',
    input: z.strictObject({ ...asked, reason: reason.optional() }),
    message: 'Invoice recalculated.',
    work: recalculateInvoice,
  }),
  action({
    path: 'cancel',
    summary: 'Cancel an invoice: its entries are taken back, its money is credit again',
    from: 'accounting',
    input: z.strictObject({ ...asked, reason }),
    message: 'Invoice cancelled.',
    work: cancelInvoice,
  }),
  action({
    path: 'redo',
    summary: 'Cancel an invoice and make a new draft of it; money carries over',
    from: 'accounting',
    input: z.strictObject({ ...asked, reason: reason.optional() }),
    message: 'A new draft is ready.',
    work: redoInvoice,
  }),
  action({
    path: 'remind',
    summary: 'Remind the customer of an invoice',
    from: 'user',
    input: z.strictObject({ ...asked, message: z.string().trim().max(2000).optional() }),
    message: 'Reminder sent.',
    work: remindInvoice,
  }),
  action({
    path: 'hold',
    summary: 'Hold an invoice: no reminders, no fees, time takes no discount',
    from: 'accounting',
    input: z.strictObject({ ...asked, reason }),
    message: 'Invoice held.',
    work: (ctx, conn, input) => holdInvoice(ctx, conn, input, true),
  }),
  action({
    path: 'release',
    summary: 'Release a held invoice',
    from: 'accounting',
    input: z.strictObject({ ...asked, reason: reason.optional() }),
    message: 'Invoice released.',
    work: (ctx, conn, input) => holdInvoice(ctx, conn, input, false),
  }),
  action({
    path: 'grantppd',
    summary: 'Let the discount stand although it was not earned',
    from: 'accounting',
    input: z.strictObject({ ...asked, reason }),
    message: 'Discount granted.',
    work: grantDiscount,
  }),
]

function action<I extends { id: number }>(definition: Action<I>): Route {
  return route<I>({
    method: 'POST',
    path: `/invoice/${definition.path}`,
    summary: definition.summary,
    // What binds somebody or goes out in their name is theirs to do.
    policy: {
      from: definition.from,
      notWhileImpersonating: ['approve', 'send', 'remind'].includes(definition.path),
    },
    target: invoice,
    output: { entity: invoice, many: false },
    input: definition.input,
    write: async (ctx, conn, input) => {
      dropTotal(ctx, invoice)
      const written = await definition.work(ctx, conn, input)
      const answer = writtenAnswer(ctx, invoice, written, { status: 200 })
      return { ...answer, message: definition.message }
    },
  })
}
