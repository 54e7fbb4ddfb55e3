import { z } from 'zod'
import { accounts } from '#domain/books/postings.ts'
import { transaction } from '#domain/books/transaction.ts'
import type { Policy } from '#domain/kit/call.ts'
import { cents } from '#domain/kit/money.ts'
import { created, deleted, updated } from '#domain/kit/problem.ts'
import { idSchema } from '#domain/kit/schema.ts'
import type { Conn } from '#server/kit/database/database.ts'
import type { Context } from '#server/kit/http/context.ts'
import { type Route, route } from '#server/kit/http/route.ts'
import { lockAsSeen } from '#server/kit/rows/change-row.ts'
import type { Catalogue } from '#server/kit/rows/check-row.ts'
import { updateRow } from '#server/kit/rows/write-row.ts'
import { bookOrWait, type WrittenEntry } from './book-entry.ts'
import { takeBack } from './take-back-entry.ts'

const known = new Set<number>(Object.values(accounts))
export const reasonGiven = z.string().trim().min(3, 'Say why, in a few words.').max(1000)
export const versionGiven = z.int().min(1).optional()
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
/** Whoever books by hand does it in their own name. */
export const byHand: Policy = { from: 'manager', notWhileImpersonating: true }

interface ManualBooking extends Omit<WrittenEntry, 'lines'> {
  lines: { account: number; amount: string }[]
}

interface Saying {
  id: number
  version?: number | undefined
  reason: string
}

/** PUT books by hand with a reason, POST adds to the reason, DELETE books the reversal. */
export const manualEntryRoutes = (catalogue: Catalogue): Route[] => [
  route<ManualBooking>({
    method: 'PUT',
    path: '/transaction',
    summary: 'Book an entry by hand, with the reason',
    policy: byHand,
    input: z.strictObject({
      lines: z
        .array(z.strictObject({ account: accountGiven, amount: amountGiven }))
        .min(2)
        .max(20),
      ...aboutEntry,
    }),
    write: async (ctx, conn, { lines, ...words }) => {
      const given = lines.map(({ account, amount }) => ({ account, amount: cents(amount) }))
      const done = await bookOrWait(ctx, conn, { ...words, lines: given }, catalogue)
      if ('waits' in done) return done.waits
      return { status: created, data: { id: done.booked }, message: 'Entry booked.' }
    },
  }),
  route<Saying>({
    method: 'POST',
    path: '/transaction',
    summary: 'Add to the reason of an entry',
    policy: byHand,
    target: transaction,
    input: z.strictObject({ id: idSchema, version: versionGiven, reason: reasonGiven }),
    write: async (ctx, conn, input) => {
      await addReason(ctx, conn, input)
      return { status: updated, data: { id: input.id }, message: 'Changes saved.' }
    },
  }),
  route<Omit<Saying, 'reason'> & { reason?: string | undefined }>({
    method: 'DELETE',
    path: '/transaction',
    summary: 'Take back an entry that was booked by hand',
    policy: byHand,
    target: transaction,
    input: z.strictObject({
      id: idSchema,
      version: z.coerce.number().optional(),
      reason: reasonGiven.optional(),
    }),
    write: async (ctx, conn, { reason = 'Taken back.', ...input }) => {
      await takeBack(ctx, conn, input, reason)
      return { status: deleted, data: { id: input.id }, message: 'Entry taken back.' }
    },
  }),
]

/** What was said before stays: words are added to it. */
export async function addReason(ctx: Context, conn: Conn, input: Saying): Promise<void> {
  const { row } = await lockAsSeen(ctx, conn, transaction, input)
  const reason = [row.reason, input.reason].filter(Boolean).join('\n')
  await updateRow(
    ctx,
    conn,
    transaction,
    input.id,
    { reason },
    { action: 'update', changes: { reason: [row.reason ?? null, reason] } },
  )
}
