import { z } from 'zod'
import { bill } from '#domain/bills/bill.ts'
import { updated } from '#domain/kit/problem.ts'
import { idSchema } from '#domain/kit/schema.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { actionRoute } from '#server/kit/http/action-route.ts'
import type { Context } from '#server/kit/http/context.ts'
import type { Route } from '#server/kit/http/route.ts'
import { reviseRow } from '#server/kit/rows/change-row.ts'
import { type Catalogue, checkAgainstOthers } from '#server/kit/rows/check-row.ts'
import { resource } from '#server/kit/rows/resource.ts'
import { type ActionRequest, transition } from '#server/kit/rows/transition.ts'
import type { Written } from '#server/kit/rows/write-row.ts'
import { writtenAnswer } from '#server/kit/rows/written-answer.ts'
import { approveBill } from './approve-bill.ts'
import { billCheckRoutes } from './bill-check-routes.ts'
import { recheckBill } from './bill-check-stored.ts'
import { billImportRoutes } from './bill-import-routes.ts'
import { replaceBill, reverseBill } from './cancel-bill.ts'
import { recomputeBill } from './recompute-bill.ts'

const about = { id: idSchema, version: z.int().min(1).optional() }
const reason = z.string().trim().min(3, 'Say why, in a few words.').max(1000)

/** Suppliers' bills: read, changed and decided on; they come with an invoice or by file. */
export function billRoutes(catalogue: Catalogue): Route[] {
  return [
    ...resource(bill, catalogue, {
      update: async (ctx, conn, input) => {
        await reviseRow(ctx, conn, bill, input, {
          rights: () => {},
          others: (before) => checkAgainstOthers(ctx, conn, bill, input, catalogue, before),
        })
        await recomputeBill(ctx, conn, input.id)
        const written = await recheckBill(ctx, conn, input.id)
        return writtenAnswer(ctx, bill, written, { status: updated })
      },
      without: ['create'],
    }),
    action(
      'approve',
      'Approve a bill: it is owed to the supplier',
      'Bill approved.',
      z.strictObject({ ...about, acknowledge: z.array(z.string().max(10)).max(50).optional() }),
      approveBill,
    ),
    action(
      'dispute',
      'Dispute a bill; it is left out of payments',
      'Bill disputed.',
      z.strictObject({ ...about, reason }),
      (ctx, conn, input) =>
        transition(ctx, conn, bill, 'dispute', input, async () => ({
          is_disputed: true,
          dispute_reason: input.reason,
        })),
    ),
    action(
      'resolve',
      'Resolve the dispute of a bill',
      'Dispute resolved.',
      z.strictObject({ ...about, reason: reason.optional() }),
      (ctx, conn, input) =>
        transition(ctx, conn, bill, 'resolve', input, async () => ({
          is_disputed: false,
          dispute_reason: null,
        })),
    ),
    action(
      'cancel',
      'Cancel a bill that no invoice uses',
      'Bill cancelled.',
      z.strictObject({ ...about, reason }),
      reverseBill,
    ),
    action(
      'replace',
      'Replace an invoiced bill by a corrected one: the old is booked back, a draft takes its place',
      'The old bill is cancelled. Correct this draft, then redo the invoice.',
      z.strictObject({ ...about, reason }),
      replaceBill,
    ),
    ...billCheckRoutes,
    ...billImportRoutes,
  ]
}

function action<I extends ActionRequest>(
  path: string,
  summary: string,
  message: string,
  input: z.ZodType<I>,
  work: (ctx: Context, conn: Conn, input: I) => Promise<Written<typeof bill>>,
): Route {
  return actionRoute(bill, {
    path,
    summary,
    from: 'accounting',
    isOwnHand: path === 'approve',
    input,
    message,
    work,
  })
}
