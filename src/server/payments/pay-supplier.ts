import { type Bill, bill } from '#domain/bills/bill.ts'
import { payableBillStatuses, sentStatuses } from '#domain/books/counted-statuses.ts'
import { ledgerEvents } from '#domain/books/ledger-events.ts'
import { accounts, billPaid, gstInside, reversed } from '#domain/books/postings.ts'
import type { Create } from '#domain/kit/entity.ts'
import { GST_PERCENT } from '#domain/kit/gst.ts'
import { type Cents, cents, toDecimalString, wholeCents } from '#domain/kit/money.ts'
import { badField } from '#domain/kit/problem.ts'
import { type BillPayment, billpayment } from '#domain/payments/payment.ts'
import { post } from '#server/books/ledger.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { sql } from '#server/kit/database/sql.ts'
import type { Context } from '#server/kit/http/context.ts'
import type { Changes } from '#server/kit/rows/history.ts'
import { notPossible } from '#server/kit/rows/state.ts'
import { type ActionRequest, transition } from '#server/kit/rows/transition.ts'
import { insertRow, updateRow, type Written } from '#server/kit/rows/write-row.ts'
import { closeRest, reopenRest } from './close-bill-rest.ts'

type WrittenPayment = Promise<Written<typeof billpayment>>

// Locked before anything is booked: a bill is paid once, and only while it is owed.
const PAYABLE_BILL = sql<Pick<Bill, 'supplier_id' | 'bill_status' | 'balance'>, [id: number]>`
  select supplier_id, bill_status, balance::text from bills
  where id = $1 and deleted_at is null for update`

const PAID_BILL = sql<
  { bill_status: Bill['bill_status']; balance: string; is_invoiced: boolean },
  [id: number]
>`select bill_status, (-coalesce((select sum(a.amount) from accounttransactions a
      where a.bill_id = b.id and a.account = ${accounts.payables}), 0))::text as balance,
    exists (select from invoices i where i.id = b.invoice_id
      and i.invoice_status in (${sentStatuses})) as is_invoiced
  from bills b where id = $1 for update`

const isPayable = (status: Bill['bill_status']) => payableBillStatuses.some((one) => one === status)

/** A payment of a bill that is still to be approved. */
export async function planPayment(
  ctx: Context,
  conn: Conn,
  input: Create<typeof billpayment>,
): WrittenPayment {
  const amount = cents(input.amount_incl_gst)
  if (amount <= 0) throw badField('amount_incl_gst', 'A payment is more than nothing.')
  const owed = await PAYABLE_BILL.one(conn, input.bill_id)
  if (!owed) throw badField('bill_id', 'Bill: choose one from the list.')
  if (!isPayable(owed.bill_status)) throw notPossible('pay', `the bill is ${owed.bill_status}`)
  const gst = gstInside(amount, GST_PERCENT)
  return insertRow(ctx, conn, billpayment, {
    ...input,
    supplier_id: owed.supplier_id,
    gst_amount: toDecimalString(gst),
    amount_excl_gst: toDecimalString(wholeCents(amount - gst)),
  })
}

export async function approvePayment(
  ctx: Context,
  conn: Conn,
  input: ActionRequest,
): WrittenPayment {
  return transition(ctx, conn, billpayment, 'approve', input, async () => ({}))
}

/** Books a payment that went out, by hand or in a batch. */
export async function payOut(
  ctx: Context,
  conn: Conn,
  input: ActionRequest,
  values: { batch?: string; payment_date?: string } = {},
): WrittenPayment {
  return transition(ctx, conn, billpayment, 'pay', input, async ({ row, version }) => {
    await book(ctx, conn, row, `bill payment ${input.id} ${version}`, 1)
    return values
  })
}

export async function returnedByBank(
  ctx: Context,
  conn: Conn,
  input: ActionRequest,
): WrittenPayment {
  return transition(ctx, conn, billpayment, 'returned', input, async ({ row, version }) => {
    await book(ctx, conn, row, `bill payment ${input.id} back ${version}`, -1)
    return {}
  })
}

export async function cancelOut(ctx: Context, conn: Conn, input: ActionRequest): WrittenPayment {
  return transition(ctx, conn, billpayment, 'cancel', input, async ({ row, version }) => {
    if (row.payment_status === 'paid')
      await book(ctx, conn, row, `bill payment ${input.id} cancelled ${version}`, -1)
    return { cancelled: true, cancelled_at: ctx.clock.now().toISOString() }
  })
}

async function refuseUnpayable(conn: Conn, bill_id: number, amount: Cents): Promise<void> {
  const now = await PAYABLE_BILL.one(conn, bill_id)
  const left = now?.balance ?? '0.00'
  if (!now || !isPayable(now.bill_status) || amount > cents(left))
    throw notPossible('pay', `the bill is ${now?.bill_status ?? 'gone'} and $${left} is left of it`)
}

/** Pays off a bill, or takes that back; the bill's state follows what is left. */
async function book(
  ctx: Context,
  conn: Conn,
  row: BillPayment,
  unique_key: string,
  sign: 1 | -1,
): Promise<void> {
  const amount = cents(row.amount_incl_gst)
  const lines = sign === 1 ? billPaid(amount) : reversed(billPaid(amount))
  const { id, supplier_id, bill_id } = row
  const about = { supplier_id, bill_id }
  const event = sign === 1 ? ledgerEvents.billPaid : ledgerEvents.billPaymentBack
  if (sign === 1) await refuseUnpayable(conn, bill_id, amount)
  await post(ctx, conn, [{ ...about, event, billpayment_id: id, unique_key, lines }])
  if (sign === -1) await reopenRest(ctx, conn, id)
  else if (row.clearsbill) await closeRest(ctx, conn, { ...about, billpayment_id: id })
  const state = await PAID_BILL.one(conn, bill_id)
  const isPaid = cents(state?.balance ?? '0.00') <= 0
  const bill_status = isPaid ? 'paid' : state?.is_invoiced ? 'invoiced' : 'approved'
  const changes: Changes<typeof bill> = { bill_status: [state?.bill_status, bill_status] }
  const values = { bill_status, balance: state?.balance ?? '0.00' } as const
  await updateRow(ctx, conn, bill, bill_id, values, { action: event, changes })
}
