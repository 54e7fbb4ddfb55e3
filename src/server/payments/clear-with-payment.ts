import { atLeast } from '#domain/access/role.ts'
import { ledgerEvents } from '#domain/books/ledger-events.ts'
import { Exact } from '#domain/kit/decimal.ts'
import { cents } from '#domain/kit/money.ts'
import { Problem } from '#domain/kit/problem.ts'
import { post } from '#server/books/ledger.ts'
import { invoiceItem } from '#server/books/money-keys.ts'
import { heldAccount, settleCustomer } from '#server/books/settle.ts'
import { invoiceWrittenOff } from '#server/books/write-off.ts'
import { settingOf } from '#server/identity/setting.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { sql } from '#server/kit/database/sql.ts'
import type { Context } from '#server/kit/http/context.ts'
import { grantDiscountOf } from './grant-with-payment.ts'

const REST = sql<{ balance: string | null }, [invoice_id: number]>`
  select balance::text from invoices where id = $1`

/**
 * Closes a small rest with the payment; a larger one is a manager's to close. With money dated in time
 * the discount stands, as long as the payment does.
 */
export async function clearWithPayment(
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
