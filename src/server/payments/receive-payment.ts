import { atLeast } from '#domain/access/role.ts'
import { ledgerEvents } from '#domain/books/ledger-events.ts'
import { gstInside, moneyReceived } from '#domain/books/postings.ts'
import { Exact } from '#domain/kit/decimal.ts'
import type { Create } from '#domain/kit/entity.ts'
import { GST_PERCENT } from '#domain/kit/gst.ts'
import { cents, toDecimalString, wholeCents } from '#domain/kit/money.ts'
import { badField, Problem } from '#domain/kit/problem.ts'
import { invoicepayment } from '#domain/payments/payment.ts'
import { post } from '#server/books/ledger.ts'
import { invoiceItem, paymentMoney } from '#server/books/money-keys.ts'
import { heldAccount, settleCustomer } from '#server/books/settle.ts'
import { invoiceWrittenOff } from '#server/books/write-off.ts'
import { settingOf } from '#server/identity/setting.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { sql } from '#server/kit/database/sql.ts'
import { type Context, todayOf } from '#server/kit/http/context.ts'
import { rowNow } from '#server/kit/rows/row-now.ts'
import { insertRow, type Written } from '#server/kit/rows/write-row.ts'
import { grantDiscountOf, grantMeant } from './grant-with-payment.ts'
import { namedItem } from './named-by-payment.ts'
import { payOutCredit } from './pay-out-credit.ts'

type NewPayment = Create<typeof invoicepayment>

const REPEATS = sql<
  { id: number },
  [customer_id: number, payment_date: string, amount: string, reference: string | null]
>`select id from invoicepayments where customer_id = $1 and payment_date = $2
    and amount_incl_gst = $3 and reference is not distinct from $4
    and payment_status <> 'cancelled' and deleted_at is null`.named('payment_repeats')

const REST = sql<{ balance: string | null }, [invoice_id: number]>`
  select balance::text from invoices where id = $1`

/** Books and places money that came in, or that leaves; a likely repeat is said, not refused. */
export async function receivePayment(
  ctx: Context,
  conn: Conn,
  input: NewPayment,
): Promise<{ written: Written<typeof invoicepayment>; warnings: { message: string }[] }> {
  const amount = cents(input.amount_incl_gst)
  if (amount === 0) throw badField('amount_incl_gst', 'A payment is more than nothing.')
  if (['write_off', 'credit'].includes(input.payment_type))
    throw badField('payment_type', 'That is no money: clear the invoice or credit it instead.')
  const { customer_id, payment_date: date } = input
  if (date > todayOf(ctx)) throw badField('payment_date', 'A payment can’t be dated ahead.')
  if (amount < 0) {
    const warnings = await repeats(conn, input)
    return { written: await payOutCredit(ctx, conn, input), warnings }
  }
  const [{ invoice_id, adjustment_id }, warnings] = await Promise.all([
    namedItem(conn, customer_id, input),
    repeats(conn, input),
  ])
  const gst = gstInside(amount, GST_PERCENT)
  const written = await insertRow(ctx, conn, invoicepayment, {
    ...input,
    invoice_id,
    adjustment_id,
    gst_amount: toDecimalString(gst),
    amount_excl_gst: toDecimalString(wholeCents(amount - gst)),
    allocated_amount: '0.00',
    unallocated_amount: toDecimalString(amount),
    refunded_amount: '0.00',
  })
  await post(ctx, conn, [
    {
      event: ledgerEvents.moneyReceived,
      date,
      customer_id,
      invoicepayment_id: written.id,
      unique_key: `payment ${written.id}`,
      lines: moneyReceived(amount, input.payment_type === 'direct_debit'),
    },
  ])
  if (input.grant_ppd && !atLeast(ctx.actor.role, 'manager')) throw new Problem('forbidden')
  if (input.grant_ppd && invoice_id) await grantDiscountOf(conn, invoice_id, written.id)
  const because = `A payment of $${input.amount_incl_gst} dated ${date} was recorded.`
  const event = { received: paymentMoney(written.id) }
  await settleCustomer(ctx, conn, customer_id, { because, event })
  // Which one it pays is known only now, where it names none.
  if (input.grant_ppd && !invoice_id && (await grantMeant(conn, written.id, null)))
    await settleCustomer(ctx, conn, customer_id, { because })
  if (input.clearsinvoice && invoice_id)
    await clear(ctx, conn, { customer_id, invoice_id, invoicepayment_id: written.id, date })
  return { written: await rowNow(ctx, conn, invoicepayment, written.id), warnings }
}

async function repeats(conn: Conn, input: NewPayment): Promise<{ message: string }[]> {
  const { customer_id, payment_date, amount_incl_gst, reference = null } = input
  const same = await REPEATS.one(conn, customer_id, payment_date, amount_incl_gst, reference)
  if (!same) return []
  return [{ message: 'A payment with the same day, amount and reference is there already.' }]
}

/**
 * Closes a small rest with the payment; a larger one is a manager's to close. With money dated in time
 * the discount stands, as long as the payment does.
 */
async function clear(
  ctx: Context,
  conn: Conn,
  about: { customer_id: number; invoice_id: number; invoicepayment_id: number; date: string },
): Promise<void> {
  const because = 'The invoice was cleared with the payment.'
  const { account } = await heldAccount(conn, about.customer_id)
  const item = account.items.find(({ key }) => key === invoiceItem(about.invoice_id))
  if (item && about.date <= item.in_time_until) {
    await grantDiscountOf(conn, about.invoice_id, about.invoicepayment_id)
    await settleCustomer(ctx, conn, about.customer_id, { because })
  }
  const row = await REST.one(conn, about.invoice_id)
  const rest = cents(row?.balance ?? '0.00')
  if (rest <= 0) return
  const limit = await settingOf(conn, 'write_off_limit')
  const isLarge = new Exact(rest).div(100).gt(limit)
  if (isLarge && !atLeast(ctx.actor.role, 'manager')) throw new Problem('forbidden')
  const lines = await invoiceWrittenOff(conn, about.invoice_id, rest)
  await post(ctx, conn, [{ event: ledgerEvents.writeOff, ...about, reason: because, lines }])
  await settleCustomer(ctx, conn, about.customer_id, { because })
}
