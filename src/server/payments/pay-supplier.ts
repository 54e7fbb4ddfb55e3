import { ledgerEvents } from '#domain/books/ledger-events.ts'
import { gstInside, reversed } from '#domain/books/postings.ts'
import { billPaid, paidBack } from '#domain/books/supplier-postings.ts'
import type { Create } from '#domain/kit/entity.ts'
import { type Cents, cents, formatMoney, toDecimalString, wholeCents } from '#domain/kit/money.ts'
import { badField } from '#domain/kit/problem.ts'
import { goesByTransfer } from '#domain/payees/payee.ts'
import { type BillPayment, billpayment } from '#domain/payments/payment.ts'
import { settleItem } from '#server/bills/settle-adjustment.ts'
import { holdSupplierOf, keepMoney, type SupplierItem } from '#server/bills/supplier-money.ts'
import { post } from '#server/books/ledger.ts'
import { gstOn } from '#server/identity/gst-rates.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { sql } from '#server/kit/database/sql.ts'
import { type Context, todayOf } from '#server/kit/http/context.ts'
import { rowNow } from '#server/kit/rows/row-now.ts'
import { notPossible } from '#server/kit/rows/state.ts'
import { type ActionRequest, transition } from '#server/kit/rows/transition.ts'
import { insertRow, type Written } from '#server/kit/rows/write-row.ts'
import { refuseHeld } from '#server/payees/payee-hold.ts'
import { accountOwes, type PayableItem, payableItem } from './payable-item.ts'
import { placePayment, takePaymentOff } from './place-bill-payment.ts'

type WrittenPayment = Promise<Written<typeof billpayment>>

/** A payment of a bill or an adjustment; it is still to be approved. */
export async function planPayment(
  ctx: Context,
  conn: Conn,
  input: Create<typeof billpayment>,
): WrittenPayment {
  const amount = cents(input.amount_incl_gst)
  if (amount <= 0) throw badField('amount_incl_gst', 'A payment is more than nothing.')
  const owed = await payableItem(conn, input)
  if (!owed)
    throw input.adjustment_id
      ? badField('adjustment_id', 'Adjustment: choose one that we owe a supplier.')
      : badField('bill_id', 'Bill: choose one from the list.')
  if (owed.booked_as === 'information')
    throw notPossible('pay', 'the customer pays this bill to the supplier')
  if (!owed.is_payable) throw notPossible('pay', `the ${owed.what} is ${owed.status}`)
  const gst = gstInside(amount, await gstOn(conn, input.payment_date))
  return insertRow(ctx, conn, billpayment, {
    ...input,
    supplier_id: owed.supplier_id,
    gst_amount: toDecimalString(gst),
    amount_excl_gst: toDecimalString(wholeCents(amount - gst)),
    ...nothingOut,
  })
}

const nothingOut = { allocated_amount: '0.00', unallocated_amount: '0.00', refunded_amount: '0.00' }

export async function approvePayment(
  ctx: Context,
  conn: Conn,
  input: ActionRequest,
): WrittenPayment {
  return transition(ctx, conn, billpayment, 'approve', input, async () => ({}))
}

const ITEM_OF = sql<SupplierItem, [id: number]>`
  select bill_id, adjustment_id from billpayments where id = $1`

/** One order of locks for all money of a supplier: itself, the payment, then what it pays. */
export async function holdSupplier(conn: Conn, id: number): Promise<void> {
  const item = await ITEM_OF.one(conn, id)
  if (item) await holdSupplierOf(conn, item)
}

const keepPayment = (conn: Conn, billpayment_id: number) =>
  keepMoney(conn, [{ billpayment_id, credit_adjustment_id: null }])

/** Books a payment that went out, by hand or in a batch: our credit first, then where it is due. */
export async function payOut(
  ctx: Context,
  conn: Conn,
  input: ActionRequest,
  values: { batch?: string; payment_date?: string } = {},
): WrittenPayment {
  await holdSupplier(conn, input.id)
  const { row } = await transition(
    ctx,
    conn,
    billpayment,
    'pay',
    input,
    async ({ row, version }) => {
      await refuseUnpayable(conn, row)
      await refuseHeldSupplier(ctx, conn, row, values.batch !== undefined)
      const date = values.payment_date ?? row.payment_date
      const unique_key = `bill payment ${input.id} ${version}`
      await postOut(ctx, conn, row, { date, unique_key, isBack: false })
      return values
    },
  )
  await keepPayment(conn, input.id)
  await placePayment(ctx, conn, row)
  return rowNow(ctx, conn, billpayment, input.id)
}

export async function returnedByBank(
  ctx: Context,
  conn: Conn,
  input: ActionRequest,
): WrittenPayment {
  await holdSupplier(conn, input.id)
  let items: SupplierItem[] = []
  await transition(ctx, conn, billpayment, 'returned', input, async ({ row, version }) => {
    items = await takeBackFromSupplier(ctx, conn, row, `bill payment ${input.id} back ${version}`)
    return nothingOut
  })
  for (const item of items) await settleItem(ctx, conn, item)
  return rowNow(ctx, conn, billpayment, input.id)
}

export async function cancelOut(ctx: Context, conn: Conn, input: ActionRequest): WrittenPayment {
  await holdSupplier(conn, input.id)
  let items: SupplierItem[] = []
  await transition(ctx, conn, billpayment, 'cancel', input, async ({ row, version }) => {
    const unique_key = `bill payment ${input.id} cancelled ${version}`
    if (row.payment_status === 'paid')
      items = await takeBackFromSupplier(ctx, conn, row, unique_key)
    const cancelled_at = ctx.clock.now().toISOString()
    return { cancelled: true, cancelled_at, ...nothingOut }
  })
  for (const item of items) await settleItem(ctx, conn, item)
  return rowNow(ctx, conn, billpayment, input.id)
}

/** What the supplier pays back of our credit there: all of what is free, or a part of it. */
export async function receivePayback(
  ctx: Context,
  conn: Conn,
  input: ActionRequest & { amount?: string | undefined; refund_date?: string | undefined },
): WrittenPayment {
  await holdSupplier(conn, input.id)
  const date = input.refund_date ?? todayOf(ctx)
  await transition(ctx, conn, billpayment, 'payback', input, async ({ row }) => {
    const free = cents(row.unallocated_amount ?? '0.00')
    const amount = input.amount === undefined ? free : cents(input.amount)
    if (amount <= 0 || amount > free)
      throw notPossible('pay back', `$${formatMoney(free)} of it is credit with the supplier`)
    if (date < row.payment_date || date > todayOf(ctx))
      throw badField('refund_date', 'Between the day of the payment and today.')
    const { id, supplier_id } = row
    const event = ledgerEvents.billPaidBack
    await post(ctx, conn, [
      { event, date, supplier_id, billpayment_id: id, lines: paidBack(amount) },
    ])
    const refunded = wholeCents(cents(row.refunded_amount ?? '0.00') + amount)
    const refunded_amount = toDecimalString(refunded)
    return { refund_date: date, refunded_amount, refunded: refunded_amount === row.amount_incl_gst }
  })
  await keepPayment(conn, input.id)
  return rowNow(ctx, conn, billpayment, input.id)
}

/** Never more than is owed on the account, or than the bill itself asks for with what is older. */
async function refuseUnpayable(conn: Conn, row: BillPayment): Promise<void> {
  const amount = cents(row.amount_incl_gst)
  const now = await payableItem(conn, row)
  if (!now?.is_payable) throw notPossible('pay', `${stateOf(now)} is left`)
  if (now.is_withheld) throw notPossible('pay', ...withheld[now.what])
  if (amount <= cents(now.balance ?? '0.00')) return
  const most = Math.max(await accountOwes(conn, now), now.has_money ? 0 : printed(now))
  if (amount > most) throw notPossible('pay', `${stateOf(now)} is left of it`)
}

/** A file goes to the account whatever the payment says; by hand the supplier may collect it. */
async function refuseHeldSupplier(
  ctx: Context,
  conn: Conn,
  { supplier_id, payment_type }: BillPayment,
  isInFile: boolean,
): Promise<void> {
  if (supplier_id === null || !(isInFile || goesByTransfer(payment_type))) return
  await refuseHeld(ctx, conn, { kind: 'supplier', id: supplier_id, action: 'pay' })
}

const withheld: Record<PayableItem['what'], [reason: string, instead: string]> = {
  bill: ['the bill is disputed', 'Resolve that first.'],
  adjustment: ['the adjustment is held', 'Release it first.'],
}
const stateOf = (now: PayableItem | undefined) =>
  now ? `the ${now.what} is ${now.status} and $${now.balance ?? '0.00'}` : 'it is gone and $0.00'
const printed = ({ due_total }: PayableItem): Cents => cents(due_total ?? '0.00')

interface Out {
  date: string | undefined
  unique_key: string
  isBack: boolean
}

async function postOut(
  ctx: Context,
  conn: Conn,
  { id, supplier_id, amount_incl_gst }: BillPayment,
  { date, unique_key, isBack }: Out,
): Promise<void> {
  const out = billPaid(cents(amount_incl_gst))
  const event = isBack ? ledgerEvents.billPaymentBack : ledgerEvents.billPaid
  const lines = isBack ? reversed(out) : out
  await post(ctx, conn, [{ event, date, supplier_id, billpayment_id: id, unique_key, lines }])
}

export async function takeBackFromSupplier(
  ctx: Context,
  conn: Conn,
  row: BillPayment,
  unique_key: string,
): Promise<SupplierItem[]> {
  if (cents(row.refunded_amount ?? '0.00') > 0)
    throw notPossible('take back', 'the supplier has paid some of it back already')
  const items = await takePaymentOff(ctx, conn, row)
  await postOut(ctx, conn, row, { date: undefined, unique_key, isBack: true })
  return items
}
