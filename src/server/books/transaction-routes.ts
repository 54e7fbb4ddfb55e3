import { transaction } from '#domain/books/transaction.ts'
import { invoicetransactionCalls, transactionCalls } from '#domain/books/transaction-calls.ts'
import { cents } from '#domain/kit/money.ts'
import { created, deleted, updated } from '#domain/kit/problem.ts'
import type { Route } from '#server/kit/http/route.ts'
import { serve } from '#server/kit/http/serve.ts'
import type { Catalogue } from '#server/kit/rows/check-row.ts'
import { listHandler } from '#server/kit/rows/list-handler.ts'
import { verbHandlers } from '#server/kit/rows/verb-handlers.ts'
import { addReason } from './add-reason.ts'
import { bookOrWait } from './book-entry.ts'
import { reverseEntry, takeBackEntry } from './take-back-entry.ts'

/** Entries of the books, and what is done to them by hand. */
export function transactionRoutes(catalogue: Catalogue): Route[] {
  return serve(transactionCalls, {
    ...verbHandlers(transaction, catalogue, { remove: takeBackEntry }),
    create: {
      write: async (ctx, conn, { lines, ...words }) => {
        const given = lines.map(({ account, amount }) => ({ account, amount: cents(amount) }))
        const done = await bookOrWait(ctx, conn, { ...words, lines: given }, catalogue)
        if ('waits' in done) return done.waits
        return { status: created, data: { id: done.booked }, message: 'Entry booked.' }
      },
    },
    update: {
      write: async (ctx, conn, input) => {
        await addReason(ctx, conn, input)
        return { status: updated, data: { id: input.id }, message: 'Changes saved.' }
      },
    },
    remove: {
      write: async (ctx, conn, { reason = 'Taken back.', ...input }) => {
        await reverseEntry(ctx, conn, input, reason)
        return { status: deleted, data: { id: input.id }, message: 'Entry taken back.' }
      },
    },
  })
}

export function invoiceTransactionRoutes(catalogue: Catalogue): Route[] {
  return serve(invoicetransactionCalls, {
    list: listHandler(transaction, catalogue, {
      parameters: [],
      among: async () => ({ key: 'of invoices', sql: () => 't.invoice_id is not null' }),
    }),
  })
}
