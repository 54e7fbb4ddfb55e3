import { accounttransactionCalls } from '#domain/books/accounttransaction-calls.ts'
import { accounttransaction } from '#domain/books/transaction.ts'
import type { CheckedOf } from '#domain/kit/call.ts'
import { cents, wholeCents } from '#domain/kit/money.ts'
import { created, deleted, updated } from '#domain/kit/problem.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { sql } from '#server/kit/database/sql.ts'
import type { Context } from '#server/kit/http/context.ts'
import type { Route } from '#server/kit/http/route.ts'
import { serve } from '#server/kit/http/serve.ts'
import { lockAsSeen } from '#server/kit/rows/change-row.ts'
import type { Catalogue } from '#server/kit/rows/check-row.ts'
import { verbHandlers } from '#server/kit/rows/verb-handlers.ts'
import { addReason } from './add-reason.ts'
import { bookOrWait } from './book-entry.ts'
import { reverseEntry } from './take-back-entry.ts'

interface LineAim {
  id: number
  version?: number | undefined
}

const LINE = sql<{ id: number }, [transaction_id: number, account: number]>`
  select id from accounttransactions where transaction_id = $1 and account = $2 limit 1`

/** Lines of entries; what is done to one is done to the whole entry it belongs to. */
export function accountTransactionRoutes(catalogue: Catalogue): Route[] {
  return serve(accounttransactionCalls, {
    ...verbHandlers(accounttransaction, catalogue, { remove: takeBackEntryOfLine }),
    create: { write: (ctx, conn, input) => bookLine(ctx, conn, input, catalogue) },
    update: {
      write: async (ctx, conn, { reason, ...aim }) => {
        await addReason(ctx, conn, { id: await entryOf(ctx, conn, aim), reason })
        return { status: updated, data: { id: aim.id }, message: 'Changes saved.' }
      },
    },
  })
}

async function bookLine(
  ctx: Context,
  conn: Conn,
  input: CheckedOf<typeof accounttransactionCalls.create>,
  catalogue: Catalogue,
) {
  const { account, against_account, amount: given, ...words } = input
  const amount = cents(given)
  const lines = [
    { account, amount },
    { account: against_account, amount: wholeCents(-amount) },
  ]
  const done = await bookOrWait(ctx, conn, { ...words, lines }, catalogue)
  if ('waits' in done) return done.waits
  const transaction_id = done.booked
  const line = await LINE.one(conn, transaction_id, account)
  if (!line) throw new Error(`Entry ${transaction_id} has no line on account ${account}.`)
  const data = { id: line.id, transaction_id }
  return { status: created, data, message: 'Entry booked.' }
}

async function takeBackEntryOfLine(ctx: Context, conn: Conn, { id, version }: LineAim) {
  await reverseEntry(ctx, conn, { id: await entryOf(ctx, conn, { id, version }) }, 'Taken back.')
  return { status: deleted, data: { id }, message: 'Entry taken back.' }
}

/** A line never changes by itself; whoever names its version still hears when it is another one. */
async function entryOf(ctx: Context, conn: Conn, aim: LineAim): Promise<number> {
  const { row } = await lockAsSeen(ctx, conn, accounttransaction, aim)
  return row.transaction_id
}
