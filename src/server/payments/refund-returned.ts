import type { Account } from '#domain/books/account.ts'
import {
  type ItemPart,
  paidBack,
  paidBackNoMore,
  takenByRefund,
  unallocated,
} from '#domain/books/account-changes.ts'
import { ledgerEvents, reversalOf } from '#domain/books/ledger-events.ts'
import { sumOf } from '#domain/books/money-desk.ts'
import { refunded, reversed } from '#domain/books/postings.ts'
import { type Cents, cents, formatMoney, toDecimalString, wholeCents } from '#domain/kit/money.ts'
import { type InvoicePayment, invoicepayment } from '#domain/payments/payment.ts'
import { holdCustomers } from '#server/books/hold-customers.ts'
import { post } from '#server/books/ledger.ts'
import { paymentMoney } from '#server/books/money-keys.ts'
import { heldAccount, settleCustomer } from '#server/books/settle.ts'
import type { Conn } from '#server/kit/database/database.ts'
import type { Context } from '#server/kit/http/context.ts'
import { notPossible } from '#server/kit/rows/state.ts'
import { transition } from '#server/kit/rows/transition.ts'
import { raiseTask } from '#server/tasks/system-task.ts'
import { beforeRefund } from './before-refund.ts'

/** A refund, or a payout of credit, as it was booked. */
export interface BookedRefund {
  entry_id: number
  invoicepayment_id: number
  customer_id: number
  name: string
  amount: Cents
  /** The provider of direct debits had sent it. */
  isByProvider?: boolean | undefined
}

const isPayout = ({ amount_incl_gst }: InvoicePayment) => cents(amount_incl_gst) < 0

/** What of a payment is paid back, and how the payment stands with it. */
function refundedNow(row: InvoicePayment, amount: number) {
  const total = wholeCents(cents(row.refunded_amount ?? '0.00') + amount)
  const isSeen = row.banktransaction_id !== null || row.debit_state === 'paid_out'
  const seen = isSeen ? 'reconciled' : 'received'
  const isAll = total === cents(row.amount_incl_gst)
  const payment_status: InvoicePayment['payment_status'] =
    total === 0 ? seen : isAll ? 'refunded' : 'partly_refunded'
  return { refunded_amount: toDecimalString(total), refunded: isAll, payment_status }
}

/**
 * Money that went back to the customer has come back to us: the refund is undone. It lies again on
 * what the refund had reopened, and is credit beyond that. Answers where it lies again.
 */
export async function refundReturned(
  ctx: Context,
  conn: Conn,
  refund: BookedRefund,
  date: string,
): Promise<ItemPart[]> {
  const { entry_id, invoicepayment_id: id, customer_id, name, amount } = refund
  await holdCustomers(conn, [customer_id])
  const because = `The refund of $${formatMoney(amount)} came back.`
  let event: typeof ledgerEvents.refund | typeof ledgerEvents.payout = ledgerEvents.refund
  await transition(ctx, conn, invoicepayment, 'refund_returned', { id }, async ({ row }) => {
    if (!isPayout(row)) return refundedNow(row, -amount)
    event = ledgerEvents.payout
    return {}
  })
  const key = paymentMoney(id)
  const parts = takenByRefund((await heldAccount(conn, customer_id)).account, key, amount)
  await post(ctx, conn, [
    {
      event: reversalOf(event),
      date,
      customer_id,
      invoicepayment_id: id,
      reverses_id: entry_id,
      reason: because,
      lines: reversed(refunded(amount, refund.isByProvider)),
    },
  ])
  await settleCustomer(ctx, conn, customer_id, {
    because,
    change: paidBackNoMore(key, parts),
    event: { returned: { money: key, parts } },
  })
  await raiseTask(ctx, conn, {
    cause: `refund returned ${entry_id}`,
    subject: `A refund of $${formatMoney(amount)} to ${name} came back`,
    text_plain: 'Ask the customer for the right account before paying it again.',
    due_date: date,
    role_name: 'accounting',
    reference_object: 'invoicepayment',
    reference_id: id,
  })
  return parts
}

/** It had not come back after all: it is paid back again. Answers the entry that says so. */
export async function refundLeft(
  ctx: Context,
  conn: Conn,
  refund: BookedRefund & { parts: readonly ItemPart[] },
  reason: string,
): Promise<number> {
  const { invoicepayment_id: id, customer_id, amount } = refund
  const key = paymentMoney(id)
  const { account } = await heldAccount(conn, customer_id)
  let out = false
  const { version, row } = await transition(
    ctx,
    conn,
    invoicepayment,
    'refund_left',
    { id, reason },
    async ({ row: before }) => {
      out = isPayout(before)
      return out ? {} : refundedNow(before, amount)
    },
  )
  const change = out
    ? undefined
    : (now: Account) => {
        const takeOff = paidBack(key, amount, reopenedBy(account, refund))
        return takeOff(beforeRefund(now, key, amount))
      }
  const [entry_id = 0] = await post(ctx, conn, [
    {
      event: out ? ledgerEvents.payout : ledgerEvents.refund,
      date: row.refund_date ?? row.payment_date,
      customer_id,
      invoicepayment_id: id,
      unique_key: `payment ${id} refund again ${version}`,
      reason,
      lines: refunded(amount),
    },
  ])
  await settleCustomer(ctx, conn, customer_id, { because: reason, change })
  return entry_id
}

/** What is open again for it: the first of those it had been taken off that still has enough. */
function reopenedBy(
  account: Account,
  { invoicepayment_id, amount, parts }: BookedRefund & { parts: readonly ItemPart[] },
) {
  const key = paymentMoney(invoicepayment_id)
  const missing = amount - unallocated(account, key)
  if (missing <= 0) return null
  const lies = account.placements.filter(({ money }) => money === key)
  const fitting = parts.find(
    ({ item }) => sumOf(lies.filter((one) => one.item === item)) >= missing,
  )
  if (fitting) return fitting.item
  throw notPossible('take the match off', 'the money was used since', 'Take it off there first.')
}
