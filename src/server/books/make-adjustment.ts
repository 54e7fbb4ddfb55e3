import { atLeast } from '#domain/access/role.ts'
import { adjustment } from '#domain/books/adjustment.ts'
import { adjustmentEvent } from '#domain/books/adjustment-postings.ts'
import { gstInside } from '#domain/books/postings.ts'
import { Exact } from '#domain/kit/decimal.ts'
import type { Create } from '#domain/kit/entity.ts'
import { cents, toDecimalString, wholeCents } from '#domain/kit/money.ts'
import { badField, Problem } from '#domain/kit/problem.ts'
import { gstOn } from '#server/identity/gst-rates.ts'
import { settingOf } from '#server/identity/setting.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { sql } from '#server/kit/database/sql.ts'
import { type Context, todayOf } from '#server/kit/http/context.ts'
import { rowNow } from '#server/kit/rows/row-now.ts'
import { insertRow, type Written } from '#server/kit/rows/write-row.ts'
import { type AdjustmentOwner, customerOwner } from './adjustment-owner.ts'
import { post } from './ledger.ts'

export type NewAdjustment = Create<typeof adjustment>

// Held until the transaction ends: numbers have no gaps.
const NEXT_NUMBER = sql<{ number: string }, []>`select next_number('adjustment_number') as number`

/** Goodwill up to the limit of refunds is accounting's to give; everything else is a manager's. */
export async function refuseAdjuster(ctx: Context, conn: Conn, input: NewAdjustment) {
  if (atLeast(ctx.actor.role, 'manager')) return
  const limit = await settingOf(conn, 'refund_limit')
  if (input.kind !== 'goodwill' || new Exact(input.amount).gt(limit)) throw new Problem('forbidden')
}

/** Books what is owed or given without a document, and places money as if one went out. */
export async function makeAdjustment(
  ctx: Context,
  conn: Conn,
  input: NewAdjustment,
  {
    owner = customerOwner,
    invoicepayment_id = null,
  }: {
    owner?: AdjustmentOwner
    /** The payment whose refund came back: the other side of the entry is its money. */
    invoicepayment_id?: number | null
  } = {},
): Promise<Written<typeof adjustment>> {
  const { customer_id, supplier_id, kind, side, reason } = input
  const today = todayOf(ctx)
  if (side === 'credit' && input.due_date) throw badField('due_date', 'A credit is never due.')
  const amount = cents(input.amount)
  const gst_percent = input.with_gst ? await gstOn(conn, today) : null
  const gst = gst_percent === null ? wholeCents(0) : gstInside(amount, gst_percent)
  const { number = '' } = (await NEXT_NUMBER.one(conn)) ?? {}
  const written = await insertRow(ctx, conn, adjustment, {
    ...input,
    adjustment_number: number,
    gst_percent,
    gst_amount: toDecimalString(gst),
    adjustment_date: today,
    due_date: side === 'debit' ? (input.due_date ?? today) : null,
    invoiced_at: ctx.clock.now().toISOString(),
    balance: '0.00',
    credit_left: '0.00',
    written_off: '0.00',
  })
  const adjustment_id = written.id
  await post(ctx, conn, [
    {
      event: adjustmentEvent(kind),
      ...{ customer_id, supplier_id, adjustment_id, invoicepayment_id },
      credit_adjustment_id: supplier_id && side === 'credit' ? adjustment_id : null,
      unique_key: `adjustment ${adjustment_id}`,
      reason,
      lines: owner.made(written.row, gst),
    },
  ])
  await owner.placed(ctx, conn, written.row)
  return rowNow(ctx, conn, adjustment, adjustment_id)
}
