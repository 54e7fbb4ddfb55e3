import { z } from 'zod'
import { accounts } from '#domain/billing/postings.ts'
import { transaction } from '#domain/billing/transaction.ts'
import { cents, sumCents } from '#domain/kit/money.ts'
import { badField, created, deleted, updated } from '#domain/kit/problem.ts'
import { idSchema } from '#domain/kit/schema.ts'
import { post, reverse } from '#server/billing/ledger.ts'
import { refreshBalances } from '#server/billing/refresh-balances.ts'
import type { Context } from '#server/context.ts'
import type { Conn } from '#server/kit/database.ts'
import { dropTotal } from '#server/kit/resource.ts'
import { type Route, route } from '#server/kit/route.ts'
import { notPossible } from '#server/kit/state.ts'

const known = new Set<number>(Object.values(accounts))
const reason = z.string().trim().min(3, 'Say why, in a few words.').max(1000)
const line = z.strictObject({
  account: z.int().refine((account) => known.has(account), 'We don’t have that account.'),
  amount: z.string().regex(/^-?\d{1,10}(\.\d{1,2})?$/, 'That is not an amount.'),
})

interface Booking {
  lines: { account: number; amount: string }[]
  reason: string
  transaction_date?: string | undefined
  customer_id?: number | undefined
  supplier_id?: number | undefined
}

/** PUT books by hand with a reason, POST adds to the reason, DELETE books the reversal. */
export const manualEntryRoutes: Route[] = [
  route<Booking>({
    method: 'PUT',
    path: '/transaction',
    summary: 'Book an entry by hand, with the reason',
    policy: { from: 'manager' },
    input: z.strictObject({
      lines: z.array(line).min(2).max(20),
      reason,
      transaction_date: z.iso.date().optional(),
      customer_id: idSchema.optional(),
      supplier_id: idSchema.optional(),
    }),
    write: async (ctx, conn, input) => {
      dropTotal(ctx, transaction)
      const lines = input.lines.map(({ account, amount }) => ({ account, amount: cents(amount) }))
      if (sumCents(lines.map((one) => one.amount)) !== 0)
        throw badField('lines', 'Debits and credits must be equal.')
      const { customer_id, supplier_id, transaction_date: date } = input
      const entry = { event: 'manual', date, customer_id, supplier_id, reason: input.reason, lines }
      const [id] = await post(ctx, conn, [entry])
      if (customer_id) await refreshBalances(ctx, conn, [customer_id])
      return { status: created, data: { id }, message: 'Entry booked.' }
    },
  }),
  route<{ id: number; reason: string }>({
    method: 'POST',
    path: '/transaction',
    summary: 'Add to the reason of an entry',
    policy: { from: 'manager' },
    target: transaction,
    input: z.strictObject({ id: idSchema, version: z.int().optional(), reason }),
    write: async (_ctx, conn, input) => {
      await conn.query(
        `update transactions set reason = concat_ws(E'\\n', reason, $2::text),
           version = version + 1, modified_at = now() where id = $1`,
        [input.id, input.reason],
      )
      return { status: updated, data: { id: input.id }, message: 'Changes saved.' }
    },
  }),
  route<{ id: number; reason?: string | undefined }>({
    method: 'DELETE',
    path: '/transaction',
    summary: 'Take back an entry that was booked by hand',
    policy: { from: 'manager' },
    target: transaction,
    input: z.strictObject({ id: idSchema, reason: reason.optional() }),
    write: async (ctx, conn, input) => {
      await reverseManual(ctx, conn, input.id, input.reason ?? 'Taken back.')
      return { status: deleted, data: { id: input.id }, message: 'Entry taken back.' }
    },
  }),
]

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
  await reverse(ctx, conn, [id], why)
  if (entry.customer_id) await refreshBalances(ctx, conn, [entry.customer_id])
}
