import type { Account, ItemKey, MoneyKey } from '#domain/books/account.ts'
import { paidBack, unallocated } from '#domain/books/account-changes.ts'
import { ledgerEvents } from '#domain/books/ledger-events.ts'
import { sumOf } from '#domain/books/money-desk.ts'
import { refunded } from '#domain/books/postings.ts'
import { type Cents, cents, toDecimalString, wholeCents } from '#domain/kit/money.ts'
import { badField } from '#domain/kit/problem.ts'
import { type InvoicePayment, invoicepayment } from '#domain/payments/payment.ts'
import { post } from '#server/books/ledger.ts'
import { idOf, isAdjustment, paymentMoney } from '#server/books/money-keys.ts'
import { heldAccount, settleCustomer } from '#server/books/settle.ts'
import { settlePayouts } from '#server/invoices/final-credit.ts'
import { settleRefunded } from '#server/invoices/refund-invoice.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { type Context, todayOf } from '#server/kit/http/context.ts'
import { rowNow } from '#server/kit/rows/row-now.ts'
import { type ActionRequest, transition } from '#server/kit/rows/transition.ts'
import type { Written } from '#server/kit/rows/write-row.ts'
import { refuseHeld } from '#server/payees/payee-hold.ts'
import { askForPayout } from './ask-for-payout.ts'
import { beforeRefund } from './before-refund.ts'
import { type ChosenItem, chosenItem } from './chosen-item.ts'
import type { CollectedMoney } from './collected-money.ts'
import { refuseRefund } from './refuse-refund.ts'

interface RefundRequest extends ActionRequest, ChosenItem {
  amount?: string | undefined
  refund_date?: string | undefined
  /** By bank, unless the provider is to send it back. */
  via?: 'bank' | 'provider' | undefined
  invoice_outcome?: 'reversed' | 'written_off' | 'reopened' | undefined
  reason: string
}

/** Money goes back to the customer: first what lies on no invoice, then what reopens one. */
export async function refundPayment(
  ctx: Context,
  conn: Conn,
  input: RefundRequest,
  collected: CollectedMoney,
): Promise<Written<typeof invoicepayment>> {
  const money = paymentMoney(input.id)
  const isByProvider = input.via === 'provider'
  let change = paidBack(money, cents('0.00'), null)
  let emptied: number | null = null
  const written = await transition(ctx, conn, invoicepayment, 'refund', input, async (current) => {
    const { row, version } = current
    const before = cents(row.refunded_amount ?? '0.00')
    const left = wholeCents(cents(row.amount_incl_gst) - before)
    const amount = input.amount ? cents(input.amount) : left
    if (amount <= 0 || amount > left)
      throw badField('amount', `At most $${toDecimalString(left)} can be paid back.`)
    const refund_date = refundDate(ctx, input, row)
    await refuseHeld(ctx, conn, { kind: 'customer', id: row.customer_id, action: 'refund' })
    await refuseRefund(ctx, conn, { amount, total: wholeCents(before + amount) })
    const { account } = await heldAccount(conn, row.customer_id)
    const item = reopened(account, money, amount, input)
    const takeBack = paidBack(money, amount, item)
    change = (now) => takeBack(beforeRefund(now, money, amount))
    emptied = item && !isAdjustment(item) && isEmptied(takeBack(account), item) ? idOf(item) : null
    const total = wholeCents(before + amount)
    await post(ctx, conn, [
      {
        event: ledgerEvents.refund,
        date: refund_date,
        customer_id: row.customer_id,
        invoicepayment_id: input.id,
        // What came back may be paid back again, to the same total.
        unique_key: `payment ${input.id} refund ${toDecimalString(total)} ${version}`,
        reason: input.reason,
        lines: refunded(amount, isByProvider),
      },
    ])
    if (isByProvider) await collected.refund(ctx, conn, row, toDecimalString(amount))
    else await askForPayout(ctx, conn, row, { amount, total, refund_date, reason: input.reason })
    const isAll = amount === left
    const payment_status: InvoicePayment['payment_status'] = isAll ? 'refunded' : 'partly_refunded'
    return { refunded_amount: toDecimalString(total), refund_date, refunded: isAll, payment_status }
  })
  if (emptied !== null && input.invoice_outcome !== 'reopened')
    await settleRefunded(ctx, conn, emptied, input.invoice_outcome ?? 'reversed', input.reason)
  await settleCustomer(ctx, conn, written.row.customer_id, { because: input.reason, change })
  await settlePayouts(ctx, conn, written.row.customer_id)
  return rowNow(ctx, conn, invoicepayment, input.id)
}

/** Whether none of an invoice's money is left on it. */
const isEmptied = (account: Account, item: ItemKey) =>
  !account.placements.some((one) => one.item === item)

/** Between the day the money came and today. */
function refundDate(
  ctx: Context,
  { refund_date = todayOf(ctx) }: RefundRequest,
  { payment_date }: InvoicePayment,
): string {
  if (refund_date > todayOf(ctx)) throw badField('refund_date', 'A refund can’t be dated ahead.')
  if (refund_date < payment_date)
    throw badField('refund_date', 'The money had not come by that day.')
  return refund_date
}

/** The item that is open again: the one chosen, or the only one it can be. */
function reopened(
  account: Account,
  money: MoneyKey,
  amount: Cents,
  given: ChosenItem,
): ItemKey | null {
  const missing = wholeCents(amount - unallocated(account, money))
  const chosen = given.invoice_id || given.adjustment_id ? chosenItem(given) : null
  if (missing <= 0) return null
  const on = (item: ItemKey) =>
    sumOf(account.placements.filter((one) => one.money === money && one.item === item))
  const items = new Set(
    account.placements.filter((one) => one.money === money).map((one) => one.item),
  )
  const enough = [...items].filter((item) => on(item) >= missing)
  const item = chosen ?? (enough.length === 1 && items.size === 1 ? enough[0] : undefined)
  if (!item) throw badField('invoice_id', 'Choose what is to be open again.')
  if (on(item) < missing) {
    const most = wholeCents(amount - missing + on(item))
    throw badField('amount', `Out of that one, at most $${toDecimalString(most)}.`)
  }
  return item
}
