import { sentStatuses } from '#domain/books/counted-statuses.ts'
import { ledgerEvents } from '#domain/books/ledger-events.ts'
import { cents, toDecimalString, wholeCents } from '#domain/kit/money.ts'
import { billpayment } from '#domain/payments/payment.ts'
import { settleAdjustment } from '#server/bills/settle-adjustment.ts'
import { paybackCredit } from '#server/bills/supplier-adjustments.ts'
import {
  adjustmentItem,
  holdSupplierOf,
  keepMoney,
  type SupplierMoney,
} from '#server/bills/supplier-money.ts'
import { reverse } from '#server/books/ledger.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { sql } from '#server/kit/database/sql.ts'
import type { Context } from '#server/kit/http/context.ts'
import { notPossible } from '#server/kit/rows/state.ts'
import { updateRow } from '#server/kit/rows/write-row.ts'
import { settleItemsOf } from './bank-cleared.ts'
import { holdSupplier, receivePayback } from './pay-supplier.ts'

interface OurCredit extends SupplierMoney {
  free: string
}

// A payment of ours that lies on nothing, or what an adjustment gave us there.
const CREDITS = sql<OurCredit, [supplier_id: number, date: string]>`
  select billpayment_id, credit_adjustment_id, free::text from (
    select id as billpayment_id, null::bigint as credit_adjustment_id, payment_date as day,
      unallocated_amount as free
    from billpayments where supplier_id = $1 and payment_status in ('paid', 'cleared')
      and unallocated_amount > 0 and deleted_at is null
    union all
    select null, id, adjustment_date, credit_left from adjustments
    where supplier_id = $1 and side = 'credit' and adjustment_status in (${sentStatuses})
      and credit_left > 0 and deleted_at is null) x
  where day <= $2::date order by day, billpayment_id nulls last, credit_adjustment_id`

const PAID_BACK = sql<
  { id: number },
  [billpayment_id: number | null, credit_adjustment_id: number | null]
>`select t.id from transactions t
  where (t.billpayment_id = $1 or t.credit_adjustment_id = $2)
    and t.event = ${ledgerEvents.billPaidBack}
    and not exists (select from transactions r where r.reverses_id = t.id)
  order by t.id desc limit 1`

/** What a supplier paid back of our credit there, and the entry that says so. */
export interface PaidBack extends SupplierMoney {
  amount: string
  entry_id: number
}

interface Payback {
  supplier_id: number
  amount: string
  date: string
}

/** The supplier pays back what is ours there: of our oldest credit first. */
export async function paidBackBy(ctx: Context, conn: Conn, back: Payback): Promise<PaidBack[]> {
  const parts: PaidBack[] = []
  let left = cents(back.amount)
  for (const { free, ...money } of await CREDITS.all(conn, back.supplier_id, back.date)) {
    const part = wholeCents(Math.min(left, cents(free)))
    if (part <= 0) break
    const amount = toDecimalString(part)
    parts.push({
      ...money,
      amount,
      entry_id: await takeFrom(ctx, conn, money, { ...back, amount }),
    })
    left = wholeCents(left - part)
  }
  if (left > 0)
    throw notPossible(
      'match',
      `only $${toDecimalString(wholeCents(cents(back.amount) - left))} is our credit with the supplier`,
      'Put the rest aside, or book it on an account.',
    )
  return parts
}

/** Answers the entry that takes it off our credit. */
async function takeFrom(
  ctx: Context,
  conn: Conn,
  { billpayment_id, credit_adjustment_id }: SupplierMoney,
  { amount, date: refund_date }: Payback,
): Promise<number> {
  if (billpayment_id !== null)
    await receivePayback(ctx, conn, { id: billpayment_id, amount, refund_date })
  if (credit_adjustment_id !== null) {
    await holdSupplierOf(conn, adjustmentItem(credit_adjustment_id))
    await paybackCredit(ctx, conn, { id: credit_adjustment_id, amount, refund_date })
  }
  const entry = await PAID_BACK.one(conn, billpayment_id, credit_adjustment_id)
  if (!entry) throw new Error('What was paid back is not in the books.')
  return entry.id
}

/** It was no money from the supplier after all: it is our credit there again. */
export async function takePaybackBack(
  ctx: Context,
  conn: Conn,
  { billpayment_id: id, credit_adjustment_id, amount, entry_id }: PaidBack,
  reason: string,
): Promise<void> {
  if (id !== null) {
    await holdSupplier(conn, id)
    await reverse(ctx, conn, [entry_id], reason)
    await refundedLess(ctx, conn, id, amount)
    await keepMoney(conn, [{ billpayment_id: id, credit_adjustment_id: null }])
    await settleItemsOf(ctx, conn, id)
  } else if (credit_adjustment_id !== null) {
    await holdSupplierOf(conn, adjustmentItem(credit_adjustment_id))
    await reverse(ctx, conn, [entry_id], reason)
    await settleAdjustment(ctx, conn, credit_adjustment_id)
  }
}

const REFUNDED = sql<{ refunded_amount: string }, [id: number]>`
  select coalesce(refunded_amount, 0)::text as refunded_amount from billpayments where id = $1`

async function refundedLess(ctx: Context, conn: Conn, id: number, amount: string): Promise<void> {
  const refunded_amount = (await REFUNDED.one(conn, id))?.refunded_amount ?? '0.00'
  const less = toDecimalString(wholeCents(cents(refunded_amount) - cents(amount)))
  const values = { refunded_amount: less, refunded: false }
  const changes = { refunded_amount: [refunded_amount, less] as [string, string] }
  await updateRow(ctx, conn, billpayment, id, values, { action: 'payback', changes })
}
