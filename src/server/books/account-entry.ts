import { z } from 'zod'
import { accounttransaction } from '#domain/books/transaction.ts'
import { cents, wholeCents } from '#domain/kit/money.ts'
import { created, deleted, updated } from '#domain/kit/problem.ts'
import { idSchema } from '#domain/kit/schema.ts'
import type { Conn } from '#server/kit/database/database.ts'
import type { Context } from '#server/kit/http/context.ts'
import { type Route, route } from '#server/kit/http/route.ts'
import { lockAsSeen } from '#server/kit/rows/change-row.ts'
import type { Catalogue } from '#server/kit/rows/check-row.ts'
import { bookOrWait, type WrittenEntry } from './book-entry.ts'
import {
  aboutEntry,
  accountGiven,
  addReason,
  amountGiven,
  byHand,
  reasonGiven,
  versionGiven,
} from './manual-entry.ts'
import { takeBack } from './take-back-entry.ts'

interface LineBooking extends Omit<WrittenEntry, 'lines'> {
  account: number
  against_account: number
  amount: string
}

interface Aim {
  id: number
  version?: number | undefined
}

/**
 * A line never stands alone: booking one books its counterpart, and what is said of it or taken back
 * is the whole entry it belongs to.
 */
export const accountEntryRoutes = (catalogue: Catalogue): Route[] => [
  route<LineBooking>({
    method: 'PUT',
    path: '/accounttransaction',
    summary: 'Book an amount on an account against another, with the reason',
    policy: byHand,
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
      const done = await bookOrWait(ctx, conn, { ...words, lines }, catalogue)
      if ('waits' in done) return done.waits
      const transaction_id = done.booked
      const [line] = await conn.query<{ id: number }>(
        'select id from accounttransactions where transaction_id = $1 and account = $2 limit 1',
        [transaction_id, account],
      )
      const data = { id: line?.id, transaction_id }
      return { status: created, data, message: 'Entry booked.' }
    },
  }),
  route<Aim & { reason: string }>({
    method: 'POST',
    path: '/accounttransaction',
    summary: 'Add to the reason of the entry a line belongs to',
    policy: byHand,
    target: accounttransaction,
    input: z.strictObject({ id: idSchema, version: versionGiven, reason: reasonGiven }),
    write: async (ctx, conn, { reason, ...aim }) => {
      await addReason(ctx, conn, { id: await entryOf(ctx, conn, aim), reason })
      return { status: updated, data: { id: aim.id }, message: 'Changes saved.' }
    },
  }),
]

export async function takeBackEntryOfLine(
  ctx: Context,
  conn: Conn,
  { id, version }: { id: number; version?: number | undefined },
) {
  await takeBack(ctx, conn, { id: await entryOf(ctx, conn, { id, version }) }, 'Taken back.')
  return { status: deleted, data: { id }, message: 'Entry taken back.' }
}

/** A line never changes by itself; whoever names its version still hears when it is another one. */
async function entryOf(ctx: Context, conn: Conn, aim: Aim): Promise<number> {
  const { row } = await lockAsSeen(ctx, conn, accounttransaction, aim)
  return Number(row.transaction_id)
}
