import { ledgerEvents } from '#domain/books/ledger-events.ts'
import { cents, toDecimalString, wholeCents } from '#domain/kit/money.ts'
import { billpayment } from '#domain/payments/payment.ts'
import { settleItem } from '#server/bills/settle-adjustment.ts'
import { keepMoney, type SupplierItem } from '#server/bills/supplier-money.ts'
import { reverse } from '#server/books/ledger.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { sql } from '#server/kit/database/sql.ts'
import type { Context } from '#server/kit/http/context.ts'
import { notPossible } from '#server/kit/rows/state.ts'
import { transition } from '#server/kit/rows/transition.ts'
import { updateRow } from '#server/kit/rows/write-row.ts'
import { holdSupplier, receivePayback, takeBack } from './pay-supplier.ts'

const ITEMS = sql<SupplierItem, [billpayment_id: number]>`
  select distinct t.bill_id, t.adjustment_id from transactions t
  where t.billpayment_id = $1 and num_nonnulls(t.bill_id, t.adjustment_id) = 1`

/** What a payment lies on follows it: a bill is cleared once all of its money is. */
async function settleItemsOf(ctx: Context, conn: Conn, id: number): Promise<void> {
  for (const item of await ITEMS.all(conn, id)) await settleItem(ctx, conn, item)
}

/** A payment to a supplier is seen on the bank. */
export async function clearOut(
  ctx: Context,
  conn: Conn,
  { id, banktransaction_id }: { id: number; banktransaction_id: number },
): Promise<void> {
  await holdSupplier(conn, id)
  await transition(ctx, conn, billpayment, 'clear', { id }, async () => ({ banktransaction_id }))
  await settleItemsOf(ctx, conn, id)
}

/** The line turned out to be something else: the payment waits for its own. */
export async function releaseOut(ctx: Context, conn: Conn, id: number): Promise<void> {
  await holdSupplier(conn, id)
  await transition(ctx, conn, billpayment, 'release', { id }, async () => ({
    banktransaction_id: null,
  }))
  await settleItemsOf(ctx, conn, id)
}

/** The bank sent a payment back: it is to be paid anew. */
export async function cameBack(ctx: Context, conn: Conn, id: number): Promise<void> {
  await holdSupplier(conn, id)
  let items: SupplierItem[] = []
  await transition(ctx, conn, billpayment, 'came_back', { id }, async ({ row, version }) => {
    items = await takeBack(ctx, conn, row, `bill payment ${id} back ${version}`)
    const nothing = { allocated_amount: '0.00', unallocated_amount: '0.00' }
    return { ...nothing, banktransaction_id: null }
  })
  for (const item of items) await settleItem(ctx, conn, item)
}

interface Credit {
  id: number
  free: string
}

const CREDITS = sql<Credit, [supplier_id: number]>`
  select id, unallocated_amount::text as free from billpayments
  where supplier_id = $1 and payment_status in ('paid', 'cleared') and unallocated_amount > 0
    and deleted_at is null order by payment_date, id`

const PAID_BACK = sql<{ id: number }, [billpayment_id: number]>`
  select t.id from transactions t
  where t.billpayment_id = $1 and t.event = ${ledgerEvents.billPaidBack}
    and not exists (select from transactions r where r.reverses_id = t.id)
  order by t.id desc limit 1`

/** What a supplier paid back of our credit there, and the entry that says so. */
export interface PaidBack {
  billpayment_id: number
  amount: string
  entry_id: number
}

/** The supplier pays back what we paid too much: of our oldest payments first. */
export async function paidBackBy(
  ctx: Context,
  conn: Conn,
  { supplier_id, amount, date }: { supplier_id: number; amount: string; date: string },
): Promise<PaidBack[]> {
  const parts: PaidBack[] = []
  let left = cents(amount)
  for (const { id, free } of await CREDITS.all(conn, supplier_id)) {
    const part = wholeCents(Math.min(left, cents(free)))
    if (part <= 0) break
    const share = toDecimalString(part)
    await receivePayback(ctx, conn, { id, amount: share, refund_date: date })
    const entry = await PAID_BACK.one(conn, id)
    parts.push({ billpayment_id: id, amount: share, entry_id: entry?.id ?? 0 })
    left = wholeCents(left - part)
  }
  if (left > 0)
    throw notPossible(
      'match',
      `only $${toDecimalString(wholeCents(cents(amount) - left))} is our credit with the supplier`,
      'Put the rest aside, or book it on an account.',
    )
  return parts
}

/** It was no money from the supplier after all: it is our credit there again. */
export async function takePaybackBack(
  ctx: Context,
  conn: Conn,
  { billpayment_id, amount, entry_id }: PaidBack,
  reason: string,
): Promise<void> {
  await holdSupplier(conn, billpayment_id)
  await reverse(ctx, conn, [entry_id], reason)
  const { refunded_amount } = await refundedOf(conn, billpayment_id)
  const less = toDecimalString(wholeCents(cents(refunded_amount) - cents(amount)))
  const values = { refunded_amount: less, refunded: false }
  const changes = { refunded_amount: [refunded_amount, less] as [string, string] }
  await updateRow(ctx, conn, billpayment, billpayment_id, values, { action: 'payback', changes })
  await keepMoney(conn, [{ billpayment_id, credit_adjustment_id: null }])
  await settleItemsOf(ctx, conn, billpayment_id)
}

const REFUNDED = sql<{ refunded_amount: string }, [id: number]>`
  select coalesce(refunded_amount, 0)::text as refunded_amount from billpayments where id = $1`

async function refundedOf(conn: Conn, id: number): Promise<{ refunded_amount: string }> {
  return (await REFUNDED.one(conn, id)) ?? { refunded_amount: '0.00' }
}
