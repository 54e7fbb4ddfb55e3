import { z } from 'zod'
import { accounts } from '#domain/books/postings.ts'
import { accounttransaction, transaction } from '#domain/books/transaction.ts'
import { type Cents, cents, sumCents } from '#domain/kit/money.ts'
import { badField, created, deleted, updated } from '#domain/kit/problem.ts'
import { idSchema } from '#domain/kit/schema.ts'
import type { Conn } from '#server/kit/database/database.ts'
import type { Context } from '#server/kit/http/context.ts'
import { type Route, route } from '#server/kit/http/route.ts'
import { dropTotal } from '#server/kit/rows/resource.ts'
import { notPossible } from '#server/kit/rows/state.ts'
import { post, reverse } from './ledger.ts'
import { refreshBalances } from './refresh-balances.ts'

const known = new Set<number>(Object.values(accounts))
export const reasonGiven = z.string().trim().min(3, 'Say why, in a few words.').max(1000)
export const accountGiven = z
  .int()
  .refine((account) => known.has(account), 'We don’t have that account.')
export const amountGiven = z.string().regex(/^-?\d{1,10}(\.\d{1,2})?$/, 'That is not an amount.')
/** What an entry may say beside its lines. */
export const aboutEntry = {
  reason: reasonGiven,
  transaction_date: z.iso.date().optional(),
  customer_id: idSchema.optional(),
  supplier_id: idSchema.optional(),
}

export interface EntryWords {
  reason: string
  transaction_date?: string | undefined
  customer_id?: number | undefined
  supplier_id?: number | undefined
}

interface ManualBooking extends EntryWords {
  lines: { account: number; amount: string }[]
}

/** PUT books by hand with a reason, POST adds to the reason, DELETE books the reversal. */
export const manualEntryRoutes: Route[] = [
  route<ManualBooking>({
    method: 'PUT',
    path: '/transaction',
    summary: 'Book an entry by hand, with the reason',
    policy: { from: 'manager' },
    input: z.strictObject({
      lines: z
        .array(z.strictObject({ account: accountGiven, amount: amountGiven }))
        .min(2)
        .max(20),
      ...aboutEntry,
    }),
    write: async (ctx, conn, { lines, ...words }) => {
      const id = await bookEntry(
        ctx,
        conn,
        words,
        lines.map(({ account, amount }) => ({ account, amount: cents(amount) })),
      )
      return { status: created, data: { id }, message: 'Entry booked.' }
    },
  }),
  route<{ id: number; reason: string }>({
    method: 'POST',
    path: '/transaction',
    summary: 'Add to the reason of an entry',
    policy: { from: 'manager' },
    target: transaction,
    input: z.strictObject({ id: idSchema, version: z.int().optional(), reason: reasonGiven }),
    write: async (_ctx, conn, input) => {
      await addReason(conn, input.id, input.reason)
      return { status: updated, data: { id: input.id }, message: 'Changes saved.' }
    },
  }),
  route<{ id: number; reason?: string | undefined }>({
    method: 'DELETE',
    path: '/transaction',
    summary: 'Take back an entry that was booked by hand',
    policy: { from: 'manager' },
    target: transaction,
    input: z.strictObject({ id: idSchema, reason: reasonGiven.optional() }),
    write: async (ctx, conn, input) => {
      await reverseManual(ctx, conn, input.id, input.reason ?? 'Taken back.')
      return { status: deleted, data: { id: input.id }, message: 'Entry taken back.' }
    },
  }),
]

export async function bookEntry(
  ctx: Context,
  conn: Conn,
  { reason, transaction_date: date, customer_id, supplier_id }: EntryWords,
  lines: { account: number; amount: Cents }[],
): Promise<number | undefined> {
  if (sumCents(lines.map((one) => one.amount)) !== 0)
    throw badField('lines', 'Debits and credits must be equal.')
  const entry = { event: 'manual', date, customer_id, supplier_id, reason, lines }
  const [id] = await post(ctx, conn, [entry])
  if (customer_id) await refreshBalances(ctx, conn, [customer_id])
  dropTotal(ctx, transaction)
  dropTotal(ctx, accounttransaction)
  return id
}

export async function addReason(conn: Conn, id: number, reason: string): Promise<void> {
  await conn.query(
    `update transactions set reason = concat_ws(E'\\n', reason, $2::text),
       version = version + 1, modified_at = now() where id = $1`,
    [id, reason],
  )
}

/** The reversal of one of several entries. */
export async function takeBackEntry(ctx: Context, conn: Conn, { id }: { id: number }) {
  await reverseManual(ctx, conn, id, 'Taken back.')
  return { status: deleted, data: { id }, message: 'Entry taken back.' }
}

async function reverseManual(ctx: Context, conn: Conn, id: number, why: string): Promise<void> {
  const [entry] = await conn.query<{ event: string; customer_id: number | null; isBack: boolean }>(
    `select event, customer_id, exists (select from transactions r where r.reverses_id = t.id)
       as "isBack" from transactions t where id = $1`,
    [id],
  )
  if (entry?.event !== 'manual')
    throw notPossible('take back', 'a document booked it', 'Cancel that document instead.')
  if (entry.isBack) throw notPossible('take back', 'it was taken back already')
  dropTotal(ctx, transaction)
  dropTotal(ctx, accounttransaction)
  await reverse(ctx, conn, [id], why)
  if (entry.customer_id) await refreshBalances(ctx, conn, [entry.customer_id])
}
