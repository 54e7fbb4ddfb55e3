import { ledgerEvents } from '#domain/books/ledger-events.ts'
import { moneyReceived } from '#domain/books/postings.ts'
import type { StoredColumns } from '#domain/kit/entity.ts'
import { cents, toDecimalString, wholeCents } from '#domain/kit/money.ts'
import { type InvoicePayment, invoicepayment, isCollected } from '#domain/payments/payment.ts'
import { holdCustomers } from '#server/books/hold-customers.ts'
import { post } from '#server/books/ledger.ts'
import { paymentMoney } from '#server/books/money-keys.ts'
import { settleCustomer } from '#server/books/settle.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { sql } from '#server/kit/database/sql.ts'
import type { Context } from '#server/kit/http/context.ts'
import { lockRow } from '#server/kit/rows/change-row.ts'
import { notPossible } from '#server/kit/rows/state.ts'
import { transition } from '#server/kit/rows/transition.ts'
import { grantDiscountOf } from './grant-with-payment.ts'

const CUSTOMER = sql<{ customer_id: number }, [id: number]>`
  select customer_id from invoicepayments where id = $1`

const DROP_FEE = sql<never, [unique_key: string]>`
  delete from pending_charges where unique_key = $1 and invoice_id is null`

const BILLED_FEE = sql<{ id: number }, [unique_key: string]>`
  select id from pending_charges where unique_key = $1 and invoice_id is not null`

/** The bank had not taken it back after all: the money is there as before, and what it paid. */
export async function revivePayment(
  ctx: Context,
  conn: Conn,
  { id, reason }: { id: number; reason: string },
): Promise<void> {
  const found = await CUSTOMER.one(conn, id)
  if (found) await holdCustomers(conn, [found.customer_id])
  const fee = `dishonour_fee ${id}`
  if (await BILLED_FEE.one(conn, fee))
    throw notPossible('take the match off', 'the fee for it was billed', 'Waive that first.')
  await DROP_FEE.run(conn, fee)
  const { row: before } = await lockRow(ctx, conn, invoicepayment, id)
  if (cents(before.refunded_amount ?? '0.00') > 0)
    throw notPossible('take the match off', 'some of the payment was paid back')
  const action = before.banktransaction_id === null ? 'revive' : 'revive_confirmed'
  await reviveWhole(ctx, conn, { id, reason, action, values: {} })
}

const leftOf = ({ amount_incl_gst, refunded_amount }: InvoicePayment) =>
  toDecimalString(wholeCents(cents(amount_incl_gst) - cents(refunded_amount ?? '0.00')))

interface Revival {
  id: number
  reason: string
  action: 'revive' | 'revive_confirmed' | 'stand_again'
  values: StoredColumns<typeof invoicepayment>
}

/** Money that had been taken back is there again, less what was paid back of it. */
export async function reviveWhole(
  ctx: Context,
  conn: Conn,
  { id, reason, action, values }: Revival,
): Promise<void> {
  const asked = { id, reason, despiteHolder: true }
  const { row, version } = await transition(
    ctx,
    conn,
    invoicepayment,
    action,
    asked,
    async ({ row: before }) => ({ unallocated_amount: leftOf(before), ...values }),
  )
  await post(ctx, conn, [
    {
      event: ledgerEvents.moneyReceived,
      date: row.payment_date,
      customer_id: row.customer_id,
      invoicepayment_id: id,
      unique_key: `payment ${id} revived ${version}`,
      lines: moneyReceived(cents(row.amount_incl_gst), isCollected(row)),
    },
  ])
  // The discount that stood with it stands again.
  if (row.grant_ppd && row.invoice_id) await grantDiscountOf(conn, row.invoice_id, id)
  const event = { received: paymentMoney(id) }
  await settleCustomer(ctx, conn, row.customer_id, { because: reason, event })
}
