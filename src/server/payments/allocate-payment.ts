import { takenOff, unallocated } from '#domain/books/account-changes.ts'
import { sumOf } from '#domain/books/money-desk.ts'
import { cents, toDecimalString, wholeCents } from '#domain/kit/money.ts'
import { badField } from '#domain/kit/problem.ts'
import { invoicepayment } from '#domain/payments/payment.ts'
import { paymentMoney } from '#server/books/money-keys.ts'
import { heldAccount, settleCustomer } from '#server/books/settle.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { sql } from '#server/kit/database/sql.ts'
import type { Context } from '#server/kit/http/context.ts'
import { rowNow } from '#server/kit/rows/row-now.ts'
import { type ActionRequest, transition } from '#server/kit/rows/transition.ts'
import type { Written } from '#server/kit/rows/write-row.ts'
import { type ChosenItem, chosenItem, fieldOf } from './chosen-item.ts'

interface AllocationRequest extends ActionRequest, ChosenItem {}

const REST = sql<
  { balance: string | null },
  [invoice_id: number | null, adjustment_id: number | null]
>`select balance::text from invoices where id = $1
  union all select balance::text from adjustments where id = $2`

/** Puts money on an invoice or adjustment by hand; the rules leave it there. */
export async function allocatePayment(
  ctx: Context,
  conn: Conn,
  input: AllocationRequest & { amount: string },
): Promise<Written<typeof invoicepayment>> {
  const amount = cents(input.amount)
  const [money, item] = [paymentMoney(input.id), chosenItem(input)]
  const written = await transition(
    ctx,
    conn,
    invoicepayment,
    'allocate',
    input,
    async ({ row }) => {
      const { account } = await heldAccount(conn, row.customer_id)
      const byRule = account.placements.filter((one) => !one.is_manual)
      // What the rules have done with it is no obstacle, nor what they have put on the invoice.
      const free = wholeCents(
        unallocated(account, money) + sumOf(byRule.filter((one) => one.money === money)),
      )
      if (amount <= 0 || amount > free)
        throw badField('amount', `At most $${toDecimalString(free)} of it is free.`)
      if (!account.items.some((one) => one.key === item))
        throw badField(fieldOf(input), 'Choose something that this customer owes.')
      const target = await REST.one(conn, input.invoice_id ?? null, input.adjustment_id ?? null)
      const room =
        cents(target?.balance ?? '0.00') + sumOf(byRule.filter((one) => one.item === item))
      if (amount > room) throw badField('amount', 'That is more than is owed on it.')
      return {}
    },
  )
  await settleCustomer(ctx, conn, written.row.customer_id, {
    because: 'Money was put there by hand.',
    event: { by_hand: { money, item, amount } },
  })
  return rowNow(ctx, conn, invoicepayment, input.id)
}

/** Takes money off what it lies on, whoever put it there: it waits for the next invoice. */
export async function unallocatePayment(
  ctx: Context,
  conn: Conn,
  input: AllocationRequest,
): Promise<Written<typeof invoicepayment>> {
  const [money, item] = [paymentMoney(input.id), chosenItem(input)]
  const written = await transition(
    ctx,
    conn,
    invoicepayment,
    'unallocate',
    input,
    async ({ row }) => {
      const { account } = await heldAccount(conn, row.customer_id)
      if (!account.placements.some((one) => one.money === money && one.item === item))
        throw badField(fieldOf(input), 'None of this payment lies there.')
      return {}
    },
  )
  await settleCustomer(ctx, conn, written.row.customer_id, {
    because: 'Money was taken off by hand.',
    change: takenOff(money, item),
  })
  return rowNow(ctx, conn, invoicepayment, input.id)
}
