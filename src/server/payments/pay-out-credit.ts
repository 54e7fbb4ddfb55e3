import type { Money } from '#domain/books/account.ts'
import { paidBack, unallocated } from '#domain/books/account-changes.ts'
import { ledgerEvents } from '#domain/books/ledger-events.ts'
import { inOrder } from '#domain/books/money-desk.ts'
import { refunded } from '#domain/books/postings.ts'
import type { Create } from '#domain/kit/entity.ts'
import { type Cents, cents, formatMoney, sumCents, wholeCents } from '#domain/kit/money.ts'
import { badField } from '#domain/kit/problem.ts'
import { goesByTransfer } from '#domain/payees/payee.ts'
import { invoicepayment } from '#domain/payments/payment.ts'
import type { CustomerAccount } from '#server/books/customer-account.ts'
import { post } from '#server/books/ledger.ts'
import { itemColumns, itemOf } from '#server/books/money-keys.ts'
import { heldAccount, settleCustomer } from '#server/books/settle.ts'
import { settlePayouts } from '#server/invoices/final-credit.ts'
import type { Conn } from '#server/kit/database/database.ts'
import type { Context } from '#server/kit/http/context.ts'
import { rowNow } from '#server/kit/rows/row-now.ts'
import { insertRow, type Written } from '#server/kit/rows/write-row.ts'
import { refuseHeld } from '#server/payees/payee-hold.ts'
import { beforeRefund } from './before-refund.ts'
import { refuseRefund } from './refuse-refund.ts'

type NewPayment = Create<typeof invoicepayment>

/** Credit that an invoice or adjustment gave leaves for the customer's bank account. */
export async function payOutCredit(
  ctx: Context,
  conn: Conn,
  input: NewPayment,
): Promise<Written<typeof invoicepayment>> {
  const { customer_id, payment_date: date } = input
  const amount = wholeCents(-cents(input.amount_incl_gst))
  refuseFlags(input)
  await refuseRefund(ctx, conn, { amount, total: amount })
  if (goesByTransfer(input.payment_type))
    await refuseHeld(ctx, conn, { kind: 'customer', id: customer_id, action: 'pay out' })
  const credit = creditFor(await heldAccount(conn, customer_id), amount, input)
  if (date < credit.date) throw badField('payment_date', 'The credit was not there by that day.')
  // No payment gave it: it was an invoice or an adjustment.
  const source = itemColumns(credit.key as `a${number}` | `i${number}`)
  const written = await insertRow(ctx, conn, invoicepayment, {
    ...input,
    ...source,
    allocated_amount: '0.00',
    unallocated_amount: '0.00',
    refunded_amount: '0.00',
  })
  await post(ctx, conn, [
    {
      event: ledgerEvents.payout,
      date,
      customer_id,
      invoicepayment_id: written.id,
      unique_key: `payment ${written.id}`,
      lines: refunded(amount),
    },
  ])
  const takeOut = paidBack(credit.key, amount, null)
  await settleCustomer(ctx, conn, customer_id, {
    because: 'Credit was paid out.',
    change: (now) => takeOut(beforeRefund(now, credit.key, amount)),
  })
  await settlePayouts(ctx, conn, customer_id)
  return rowNow(ctx, conn, invoicepayment, written.id)
}

function refuseFlags(input: NewPayment): void {
  if (input.payment_type === 'direct_debit')
    throw badField('payment_type', 'Credit is not paid out by direct debit.')
  for (const name of ['clearsinvoice', 'grant_ppd'] as const)
    if (input[name]) throw badField(name, 'A payout pays no invoice.')
}

/** The credit named, else the oldest that is large enough. */
function creditFor({ account }: CustomerAccount, amount: Cents, named: NewPayment): Money {
  const given = account.money.filter(({ key }) => !key.startsWith('p')).sort(inOrder)
  const { invoice_id = null, adjustment_id = null } = named
  const isNamed = invoice_id !== null || adjustment_id !== null
  const wanted = isNamed ? itemOf({ invoice_id, adjustment_id }) : null
  const credits = wanted ? given.filter(({ key }) => key === wanted) : given
  const found = credits.find(({ key }) => unallocated(account, key) >= amount)
  if (found) return found
  const most = sumCents(credits.map(({ key }) => unallocated(account, key)))
  throw badField(
    'amount_incl_gst',
    most > amount
      ? 'No single credit is that large: pay them out one by one.'
      : `At most $${formatMoney(most)} of credit that was given can be paid out.`,
  )
}
