import { type Bill, bill } from '#domain/bills/bill.ts'
import { ledgerEvents } from '#domain/books/ledger-events.ts'
import { paidBack } from '#domain/books/supplier-postings.ts'
import type { StoredColumns } from '#domain/kit/entity.ts'
import { cents } from '#domain/kit/money.ts'
import { badField } from '#domain/kit/problem.ts'
import { post, reverse } from '#server/books/ledger.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { sql } from '#server/kit/database/sql.ts'
import { type Context, todayOf } from '#server/kit/http/context.ts'
import { notPossible } from '#server/kit/rows/state.ts'
import { type ActionRequest, transition } from '#server/kit/rows/transition.ts'
import { insertRow, type Written } from '#server/kit/rows/write-row.ts'
import { afterBillChanges } from './after-bill-changes.ts'
import { recheckBill } from './bill-check-stored.ts'
import { takeMoneyOff } from './place-supplier-money.ts'
import {
  billItem,
  holdSupplierOf,
  keepMoney,
  moneyOn,
  type SupplierMoney,
} from './supplier-money.ts'

const PAYMENTS_OUT = sql<{ id: number }, [bill_id: number]>`
  select id from billpayments where bill_id = $1
    and payment_status not in ('cancelled', 'draft') and deleted_at is null limit 1`

// Where money lies is no part of what a bill comes to: it was taken off before.
const STANDING_ENTRIES = sql<{ id: number }, [bill_id: number]>`
  select t.id from transactions t where t.bill_id = $1 and t.reverses_id is null
    and t.event not in (${ledgerEvents.billAllocation}, ${ledgerEvents.billUnallocation},
      ${ledgerEvents.billPaid}, ${ledgerEvents.billPaymentBack})
    and not exists (select from transactions r where r.reverses_id = t.id)`

const MOVE_PAYMENTS = sql<never, [old: number, replacement: number]>`
  update billpayments set bill_id = $2 where bill_id = $1
    and payment_status <> 'cancelled' and deleted_at is null`

/**
 * A bill that was owed by mistake is booked back; what was paid for it stands in the way, and other
 * credit that lay on it is free again.
 */
export async function reverseBill(
  ctx: Context,
  conn: Conn,
  input: ActionRequest,
): Promise<Written<typeof bill>> {
  await holdSupplierOf(conn, billItem(input.id))
  const written = await transition(ctx, conn, bill, 'cancel', input, async ({ row }) => {
    if (await PAYMENTS_OUT.one(conn, input.id))
      throw notPossible('cancel', 'it has payments', 'Cancel those first.')
    const item = billItem(input.id)
    await takeMoneyOff(ctx, conn, { item, supplier_id: row.supplier_id })
    return cancelled(ctx, await takeBackPostings(ctx, conn, input))
  })
  await afterBillChanges(ctx, conn, input)
  return written
}

const cancelled = (ctx: Context, values: StoredColumns<typeof bill>) => ({
  ...values,
  cancelled_at: ctx.clock.now().toISOString(),
})

/**
 * The supplier gave all of it back: the bill is booked back, and what we paid goes to the bank or
 * stays as our credit there.
 */
export async function refundBill(
  ctx: Context,
  conn: Conn,
  input: ActionRequest & { to: 'bank' | 'credit'; refund_date?: string | undefined },
): Promise<Written<typeof bill>> {
  await holdSupplierOf(conn, billItem(input.id))
  const date = input.refund_date ?? todayOf(ctx)
  if (date > todayOf(ctx)) throw badField('refund_date', 'That day is still to come.')
  const written = await transition(ctx, conn, bill, 'refund', input, async ({ row }) => {
    const item = billItem(input.id)
    const money = await moneyOn(conn, item)
    await takeMoneyOff(ctx, conn, { item, supplier_id: row.supplier_id })
    if (input.to === 'bank')
      for (const { amount, ...from } of money)
        await payBack(ctx, conn, from, { amount, date, supplier_id: row.supplier_id })
    return takeBackPostings(ctx, conn, input)
  })
  await afterBillChanges(ctx, conn, input)
  return written
}

const KEEP_REFUND = sql<never, [billpayment_id: number, amount: string, date: string]>`
  update billpayments set refunded_amount = coalesce(refunded_amount, 0) + $2::numeric,
    refund_date = $3, refunded = coalesce(refunded_amount, 0) + $2::numeric = amount_incl_gst
  where id = $1`

async function payBack(
  ctx: Context,
  conn: Conn,
  { billpayment_id, credit_adjustment_id }: SupplierMoney,
  { amount, date, supplier_id }: { amount: string; date: string; supplier_id: number | null },
): Promise<void> {
  const event = ledgerEvents.billPaidBack
  const money = { billpayment_id, credit_adjustment_id }
  const lines = paidBack(cents(amount))
  await post(ctx, conn, [{ event, date, supplier_id, ...money, lines }])
  if (billpayment_id !== null) await KEEP_REFUND.run(conn, billpayment_id, amount, date)
  await keepMoney(conn, [money])
}

// What a corrected bill has in common with the wrong one until somebody types it over.
const carriedOver = [
  'supplier_statement_number',
  'supplier_id',
  'contract_id',
  'customer_id',
  'invoice_id',
  'account_number_with_supplier',
  'date_issued',
  'period_start',
  'period_end',
  'period_days',
  'supplier_due_date',
  'due_date',
  'ppd_percent',
  'lines',
  'opening_balance',
  'gst_type',
  'undiscounted_bill_sum',
  'discounted_bill_sum',
  'othercharges_total',
  'due_total',
  'due_gst',
  'gst_amount',
  'gst_percent',
  'last_for_contract',
] as const satisfies readonly (keyof Bill)[]

// The new draft refers to the invoice. Who sends one holds it before the supplier and its bills: here
// the order is the same, or the two would wait for each other.
const HOLD_INVOICE = sql<never, [bill_id: number]>`
  select from invoices i where i.id = (select b.invoice_id from bills b where b.id = $1)
  for key share of i`

/**
 * The supplier corrected a bill: the old one is booked back, and a draft takes its place. What was
 * paid waits as our credit for the new one. The draft stays with the invoice of the old one, so that
 * no other one takes it up, until that one is redone.
 */
export async function replaceBill(
  ctx: Context,
  conn: Conn,
  input: ActionRequest,
): Promise<Written<typeof bill>> {
  await HOLD_INVOICE.run(conn, input.id)
  await holdSupplierOf(conn, billItem(input.id))
  const { row: old } = await transition(ctx, conn, bill, 'replace', input, async ({ row }) => {
    const item = billItem(input.id)
    await takeMoneyOff(ctx, conn, { item, supplier_id: row.supplier_id })
    return cancelled(ctx, await takeBackPostings(ctx, conn, input))
  })
  // Each name is a column, with the value it has in the old one.
  const carried = carriedOver.map((name) => [name, old[name]])
  const values = Object.fromEntries(carried) as StoredColumns<typeof bill>
  const made = await insertRow(ctx, conn, bill, { ...values, replaces_id: input.id })
  await MOVE_PAYMENTS.run(conn, input.id, made.id)
  await afterBillChanges(ctx, conn, input)
  return recheckBill(ctx, conn, made.id)
}

/** Books back all that a bill came to. */
export async function takeBackPostings(
  ctx: Context,
  conn: Conn,
  { id, reason }: Pick<ActionRequest, 'id' | 'reason'>,
): Promise<StoredColumns<typeof bill>> {
  const standing = await STANDING_ENTRIES.all(conn, id)
  await reverse(
    ctx,
    conn,
    standing.map((entry) => entry.id),
    reason ?? 'Cancelled.',
  )
  return { balance: '0.00', ppd_state: null, is_disputed: false, is_withheld: false }
}
