import { z } from 'zod'
import { type ManualEntry, manualentry } from '#domain/books/manualentry.ts'
import { cents } from '#domain/kit/money.ts'
import { idSchema } from '#domain/kit/schema.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { actionRoute } from '#server/kit/http/action-route.ts'
import type { Context } from '#server/kit/http/context.ts'
import type { Route } from '#server/kit/http/route.ts'
import { type Catalogue, checkAgainstOthers } from '#server/kit/rows/check-row.ts'
import { resource } from '#server/kit/rows/resource.ts'
import { transition } from '#server/kit/rows/transition.ts'
import type { Written } from '#server/kit/rows/write-row.ts'
import { bookEntry, type WrittenEntry } from './book-entry.ts'
import { refuseOwnWork } from './four-eyes.ts'

interface Asked {
  id: number
  version?: number | undefined
  reason?: string | undefined
}

const asked = z.strictObject({
  id: idSchema,
  version: z.int().min(1).optional(),
  reason: z.string().trim().min(3).max(1000).optional(),
})

/** Entries by hand over the limit of four eyes: one person writes them, another books them. */
export function waitingEntryRoutes(catalogue: Catalogue): Route[] {
  return [
    ...resource(manualentry, catalogue, {
      without: ['create', 'update', 'remove', 'removeMany', 'restore'],
    }),
    actionRoute<Asked>(manualentry, {
      path: 'approve',
      summary: 'Book an entry that a colleague wrote by hand',
      from: 'manager',
      isOwnHand: true,
      input: asked,
      message: 'Entry booked.',
      work: (ctx, conn, input) => approve(ctx, conn, input, catalogue),
    }),
    actionRoute<Asked>(manualentry, {
      path: 'withdraw',
      summary: 'Withdraw an entry that waits for a colleague',
      from: 'manager',
      isOwnHand: true,
      input: asked,
      message: 'Entry withdrawn.',
      work: (ctx, conn, input) =>
        transition(ctx, conn, manualentry, 'withdraw', input, async () => ({})),
    }),
  ]
}

async function approve(
  ctx: Context,
  conn: Conn,
  input: Asked,
  catalogue: Catalogue,
): Promise<Written> {
  return transition(ctx, conn, manualentry, 'approve', input, async ({ id, row }) => {
    await refuseOwnWork(ctx, conn, manualentry, { id, amount: row.amount })
    // Whom it is about may be gone by now.
    await checkAgainstOthers(ctx, conn, manualentry, row, catalogue)
    const approved_by = ctx.actor.name
    const reason = `${row.reason}\nWritten by ${row.written_by}, approved by ${approved_by}.`
    return { approved_by, transaction_id: await bookEntry(ctx, conn, { ...kept(row), reason }) }
  })
}

/** As it was written: checked then, and never changed since. */
function kept(row: ManualEntry): Omit<WrittenEntry, 'reason'> {
  const { transaction_date, customer_id, supplier_id, lines } = row
  return {
    ...(transaction_date ? { transaction_date } : {}),
    ...(customer_id ? { customer_id } : {}),
    ...(supplier_id ? { supplier_id } : {}),
    lines: (lines ?? []).map(({ account, amount }) => ({ account, amount: cents(amount) })),
  }
}
