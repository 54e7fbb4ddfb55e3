import { ledgerEvents } from '#domain/books/ledger-events.ts'
import { moneyReceived } from '#domain/books/postings.ts'
import { cents } from '#domain/kit/money.ts'
import { type InvoicePayment, invoicepayment, isCollected } from '#domain/payments/payment.ts'
import { holdCustomers } from '#server/books/hold-customers.ts'
import { post, reverse } from '#server/books/ledger.ts'
import { paymentMoney } from '#server/books/money-keys.ts'
import { settleCustomer } from '#server/books/settle.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { sql } from '#server/kit/database/sql.ts'
import type { Context } from '#server/kit/http/context.ts'
import { transition } from '#server/kit/rows/transition.ts'
import { takeBackPayment } from './take-back-payment.ts'

/** What a bank line confirms, and on which day the bank shows it. */
interface BankConfirmation {
  id: number
  banktransaction_id: number
  date: string
}

/** How a payment stood before its line was matched. */
export interface StoodAs {
  payment_date: string
}

const CUSTOMER = sql<{ customer_id: number }, [id: number]>`
  select customer_id from invoicepayments where id = $1`

async function holdCustomerOf(conn: Conn, id: number): Promise<void> {
  const row = await CUSTOMER.one(conn, id)
  if (row) await holdCustomers(conn, [row.customer_id])
}

/**
 * A recorded payment is seen on the bank. A transfer counts from the bank's own day, so that its
 * discount is tested again; cash, cheques and cards keep the day on which they were received.
 */
export async function confirmPayment(
  ctx: Context,
  conn: Conn,
  shown: BankConfirmation,
): Promise<StoodAs> {
  await holdCustomerOf(conn, shown.id)
  let stood: StoodAs | undefined
  const { row } = await transition(ctx, conn, invoicepayment, 'reconcile', shown, async (now) => {
    stood = { payment_date: now.row.payment_date }
    const payment_date = countsFromBank(now.row) ? shown.date : now.row.payment_date
    return { banktransaction_id: shown.banktransaction_id, payment_date }
  })
  await dateAnew(ctx, conn, row, stood?.payment_date)
  return stood ?? { payment_date: row.payment_date }
}

const countsFromBank = ({ payment_type, amount_incl_gst }: InvoicePayment) =>
  payment_type === 'bank_transfer' && !amount_incl_gst.startsWith('-')

/** The line turned out to be something else: the payment is as it was recorded. */
export async function releasePayment(
  ctx: Context,
  conn: Conn,
  { id, stood }: { id: number; stood: StoodAs },
): Promise<void> {
  await holdCustomerOf(conn, id)
  let before: string | undefined
  const { row } = await transition(ctx, conn, invoicepayment, 'release', { id }, async (now) => {
    before = now.row.payment_date
    return { banktransaction_id: null, payment_date: stood.payment_date }
  })
  await dateAnew(ctx, conn, row, before)
}

/** A payment that its line had made goes with the match. */
export async function undoPayment(
  ctx: Context,
  conn: Conn,
  { id, reason }: { id: number; reason: string },
): Promise<void> {
  await holdCustomerOf(conn, id)
  const { row } = await transition(
    ctx,
    conn,
    invoicepayment,
    'undo',
    { id, reason },
    async (now) => {
      await takeBackPayment(ctx, conn, now.row, { reason, fate: 'cancelled' })
      const cancelled_at = ctx.clock.now().toISOString()
      const nothing = { allocated_amount: '0.00', unallocated_amount: '0.00' }
      return { cancelled: true, cancelled_at, banktransaction_id: null, ...nothing }
    },
  )
  await settleCustomer(ctx, conn, row.customer_id, { because: reason })
}

const RECEIVED = sql<{ id: number }, [invoicepayment_id: number]>`
  select t.id from transactions t
  where t.invoicepayment_id = $1 and t.event = ${ledgerEvents.moneyReceived}
    and not exists (select from transactions r where r.reverses_id = t.id)`

/** Books money on another day than it stood on, and places it as if it had been there then. */
async function dateAnew(
  ctx: Context,
  conn: Conn,
  row: InvoicePayment,
  before: string | undefined,
): Promise<void> {
  const { id, customer_id, payment_date, version } = row
  const because = `The bank shows a payment of $${row.amount_incl_gst} on ${payment_date}.`
  const isDated = before !== undefined && before !== payment_date
  if (isDated) {
    const standing = await RECEIVED.all(conn, id)
    await reverse(
      ctx,
      conn,
      standing.map((entry) => entry.id),
      because,
    )
    const amount = cents(row.amount_incl_gst)
    await post(ctx, conn, [
      {
        event: ledgerEvents.moneyReceived,
        date: payment_date,
        customer_id,
        invoicepayment_id: id,
        unique_key: `payment ${id} dated ${version}`,
        lines: moneyReceived(amount, isCollected(row)),
      },
    ])
  }
  const event = isDated ? { received: paymentMoney(id) } : undefined
  await settleCustomer(ctx, conn, customer_id, { because, event })
}
