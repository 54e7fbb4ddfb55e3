import { type ManualEntry, manualentry } from '#domain/books/manualentry.ts'
import { manualentryCalls } from '#domain/books/manualentry-calls.ts'
import { cents } from '#domain/kit/money.ts'
import type { Conn } from '#server/kit/database/database.ts'
import type { Context } from '#server/kit/http/context.ts'
import type { Route } from '#server/kit/http/route.ts'
import { serve } from '#server/kit/http/serve.ts'
import { type Catalogue, checkAgainstOthers } from '#server/kit/rows/check-row.ts'
import { type ActionRequest, transition } from '#server/kit/rows/transition.ts'
import { verbHandlers } from '#server/kit/rows/verb-handlers.ts'
import type { Written } from '#server/kit/rows/write-row.ts'
import { bookEntry, refuseClosedAccounts, type WrittenEntry } from './book-entry.ts'
import { refuseOwnWork } from './four-eyes.ts'
import { refuseLockedDay } from './locked-books.ts'

/** Entries by hand over the limit of four eyes: one person writes them, another books them. */
export function waitingEntryRoutes(catalogue: Catalogue): Route[] {
  return serve(manualentryCalls, {
    ...verbHandlers(manualentry, catalogue),
    approve: { write: (ctx, conn, input) => approve(ctx, conn, input, catalogue) },
    withdraw: {
      write: (ctx, conn, input) =>
        transition(ctx, conn, manualentry, 'withdraw', input, async () => ({})),
    },
  })
}

async function approve(
  ctx: Context,
  conn: Conn,
  input: ActionRequest,
  catalogue: Catalogue,
): Promise<Written<typeof manualentry>> {
  return transition(ctx, conn, manualentry, 'approve', input, async ({ id, row }) => {
    await refuseOwnWork(ctx, conn, manualentry, { id, amount: row.amount })
    // Whom it is about may be gone by now.
    await checkAgainstOthers(ctx, conn, manualentry, row, catalogue)
    const entry = entryAsWritten(row)
    // One that was written before accounts were closed to hands is withdrawn.
    refuseClosedAccounts(entry)
    await refuseLockedDay(conn, entry.transaction_date)
    const approved_by = ctx.actor.name
    const reason = `${row.reason}\nWritten by ${row.written_by}, approved by ${approved_by}.`
    return {
      approved_by,
      transaction_id: await bookEntry(ctx, conn, { ...entry, reason }),
    }
  })
}

/** As it was written: checked then, and never changed since. */
function entryAsWritten(row: ManualEntry): Omit<WrittenEntry, 'reason'> {
  const { transaction_date, customer_id, supplier_id, lines } = row
  return {
    ...(transaction_date ? { transaction_date } : {}),
    ...(customer_id ? { customer_id } : {}),
    ...(supplier_id ? { supplier_id } : {}),
    lines: (lines ?? []).map(({ account, amount }) => ({ account, amount: cents(amount) })),
  }
}
