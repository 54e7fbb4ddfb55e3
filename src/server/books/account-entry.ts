import { z } from 'zod'
import { accounttransaction } from '#domain/books/transaction.ts'
import { cents, wholeCents } from '#domain/kit/money.ts'
import { created, deleted, Problem, updated } from '#domain/kit/problem.ts'
import { idSchema } from '#domain/kit/schema.ts'
import type { Conn } from '#server/kit/database/database.ts'
import type { Context } from '#server/kit/http/context.ts'
import { type Route, route } from '#server/kit/http/route.ts'
import {
  aboutEntry,
  accountGiven,
  addReason,
  amountGiven,
  bookEntry,
  type EntryWords,
  reasonGiven,
  takeBackEntry,
} from './manual-entry.ts'

interface LineBooking extends EntryWords {
  account: number
  against_account: number
  amount: string
}

/**
 * A line never stands alone: booking one books its counterpart, and what is said of it or taken back
 * is the whole entry it belongs to.
 */
export const accountEntryRoutes: Route[] = [
  route<LineBooking>({
    method: 'PUT',
    path: '/accounttransaction',
    summary: 'Book an amount on an account against another, with the reason',
    policy: { from: 'manager' },
    input: z.strictObject({
      account: accountGiven,
      against_account: accountGiven,
      amount: amountGiven,
      ...aboutEntry,
    }),
    write: async (ctx, conn, { account, against_account, amount: given, ...words }) => {
      const amount = cents(given)
      const lines = [
        { account, amount },
        { account: against_account, amount: wholeCents(-amount) },
      ]
      const transaction_id = await bookEntry(ctx, conn, words, lines)
      const [line] = await conn.query<{ id: number }>(
        'select id from accounttransactions where transaction_id = $1 and account = $2 limit 1',
        [transaction_id, account],
      )
      const data = { id: line?.id, transaction_id }
      return { status: created, data, message: 'Entry booked.' }
    },
  }),
  route<{ id: number; reason: string }>({
    method: 'POST',
    path: '/accounttransaction',
    summary: 'Add to the reason of the entry a line belongs to',
    policy: { from: 'manager' },
    target: accounttransaction,
    input: z.strictObject({ id: idSchema, version: z.int().optional(), reason: reasonGiven }),
    write: async (_ctx, conn, { id, reason }) => {
      await addReason(conn, await entryOf(conn, id), reason)
      return { status: updated, data: { id }, message: 'Changes saved.' }
    },
  }),
]

export async function takeBackEntryOfLine(ctx: Context, conn: Conn, { id }: { id: number }) {
  const answer = await takeBackEntry(ctx, conn, { id: await entryOf(conn, id) })
  return { ...answer, status: deleted, data: { id } }
}

async function entryOf(conn: Conn, id: number): Promise<number> {
  const [line] = await conn.query<{ transaction_id: number }>(
    'select transaction_id from accounttransactions where id = $1',
    [id],
  )
  if (!line) throw new Problem('notFound', { fill: { what: 'account transaction' } })
  return line.transaction_id
}
