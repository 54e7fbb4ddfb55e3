import { atLeast } from '#domain/access/role.ts'
import type { PaymentPlan } from '#domain/books/account.ts'
import { ledgerEvents } from '#domain/books/ledger-events.ts'
import { gstInside, moneyReceived } from '#domain/books/postings.ts'
import type { Create } from '#domain/kit/entity.ts'
import { type GstRates, gstPercentOn } from '#domain/kit/gst.ts'
import { type Cents, cents, toDecimalString, wholeCents } from '#domain/kit/money.ts'
import { badField, Problem } from '#domain/kit/problem.ts'
import { invoicepayment } from '#domain/payments/payment.ts'
import { type Entry, post } from '#server/books/ledger.ts'
import { type ItemColumns, paymentMoney } from '#server/books/money-keys.ts'
import { type MoneyCause, settleCustomer, settleCustomers } from '#server/books/settle.ts'
import { gstRatesOf } from '#server/identity/gst-rates.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { sql } from '#server/kit/database/sql.ts'
import { type Context, todayOf } from '#server/kit/http/context.ts'
import { insertRows } from '#server/kit/rows/insert-rows.ts'
import { clearWithPayment } from './clear-with-payment.ts'
import { grantDiscountOf, grantMeant } from './grant-with-payment.ts'
import { namedItems } from './named-by-payment.ts'

/** The bank line that shows money: it is confirmed from the start, and goes where the line says. */
export interface OnLine {
  banktransaction_id: number
  plan?: PaymentPlan | undefined
}

export type NewPayment = Create<typeof invoicepayment> & { line?: OnLine | undefined }

interface ReceivedPayment extends ItemColumns {
  id: number
  input: NewPayment
}

/**
 * Books and places money that came in from any number of customers, in as many statements as for one.
 * What a customer pays more than once is booked one after the other, as if each had come alone. The
 * caller holds the customers.
 */
export async function receivePayments(
  ctx: Context,
  conn: Conn,
  inputs: readonly NewPayment[],
): Promise<number[]> {
  for (const input of inputs) refuseAlone(ctx, input)
  const ids = new Map<NewPayment, number>()
  for (const turn of turnsOf(inputs))
    for (const { id, input } of await receiveTurn(ctx, conn, turn)) ids.set(input, id)
  return inputs.map((input) => ids.get(input) ?? 0)
}

/** What speaks against a payment whatever else there is. */
export function refuseAlone(ctx: Context, input: NewPayment): void {
  const { amount_incl_gst, payment_type, payment_date, grant_ppd } = input
  if (cents(amount_incl_gst) <= 0)
    throw badField('amount_incl_gst', 'A payment is more than nothing.')
  if (['write_off', 'credit'].includes(payment_type))
    throw badField('payment_type', 'That is no money: clear the invoice or credit it instead.')
  if (payment_date > todayOf(ctx)) throw badField('payment_date', 'A payment can’t be dated ahead.')
  if (grant_ppd && !atLeast(ctx.actor.role, 'manager')) throw new Problem('forbidden')
}

/** The first payment of each customer, then the second of those who paid twice, and so on. */
function turnsOf(inputs: readonly NewPayment[]): NewPayment[][] {
  const turns: NewPayment[][] = []
  for (const own of Map.groupBy(inputs, ({ customer_id }) => customer_id).values())
    own.forEach((input, turn) => {
      turns[turn] ??= []
      turns[turn].push(input)
    })
  return turns
}

/** One payment of each customer. */
async function receiveTurn(
  ctx: Context,
  conn: Conn,
  inputs: readonly NewPayment[],
): Promise<ReceivedPayment[]> {
  const named = await namedItems(conn, inputs)
  const rates = await gstRatesOf(conn)
  const rows = inputs.map((input, place) => ({
    ...input,
    ...named[place],
    ...amountsOf(input, rates),
    ...confirmedBy(input),
  }))
  const ids = await insertRows(ctx, conn, invoicepayment, rows)
  const received = inputs.map((input, place): ReceivedPayment => {
    const { invoice_id = null, adjustment_id = null } = named[place] ?? {}
    return { id: ids[place] ?? 0, input, invoice_id, adjustment_id }
  })
  const planned = received.filter(({ input }) => input.line?.plan)
  if (planned.length > 0)
    await STORE_PLANS.run(
      conn,
      planned.map(({ id }) => id),
      planned.map(({ input }) => JSON.stringify(input.line?.plan)),
    )
  await post(ctx, conn, received.map(entryOf))
  for (const { id, input, invoice_id } of received)
    if (input.grant_ppd && invoice_id) await grantDiscountOf(conn, invoice_id, id)
  const causes = received.map((one) => [one.input.customer_id, causeOf(one)] as const)
  await settleCustomers(ctx, conn, new Map(causes))
  for (const one of received) await doAlso(ctx, conn, one)
  return received
}

const STORE_PLANS = sql<never, [ids: readonly number[], plans: readonly string[]]>`
  update invoicepayments p set plan = x.plan
  from unnest($1::bigint[], $2::jsonb[]) x (id, plan) where p.id = x.id`

const confirmedBy = ({ line }: NewPayment) =>
  line
    ? ({ payment_status: 'reconciled', banktransaction_id: line.banktransaction_id } as const)
    : {}

function amountsOf({ amount_incl_gst, payment_date }: NewPayment, rates: GstRates) {
  const amount = cents(amount_incl_gst)
  return {
    ...gstAmounts(amount, gstPercentOn(rates, payment_date)),
    allocated_amount: '0.00',
    unallocated_amount: toDecimalString(amount),
    refunded_amount: '0.00',
  }
}

/** What of a payment is GST, and what is without. */
export function gstAmounts(amount: Cents, percent: string) {
  const gst = gstInside(amount, percent)
  return {
    gst_amount: toDecimalString(gst),
    amount_excl_gst: toDecimalString(wholeCents(amount - gst)),
  }
}

function entryOf({ id, input }: ReceivedPayment): Entry {
  return {
    event: ledgerEvents.moneyReceived,
    date: input.payment_date,
    customer_id: input.customer_id,
    invoicepayment_id: id,
    unique_key: `payment ${id}`,
    lines: moneyReceived(cents(input.amount_incl_gst)),
  }
}

const becauseOf = ({ amount_incl_gst, payment_date }: NewPayment) =>
  `A payment of $${amount_incl_gst} dated ${payment_date} was recorded.`

const causeOf = ({ id, input }: ReceivedPayment): MoneyCause => ({
  because: becauseOf(input),
  event: { received: paymentMoney(id) },
})

/** What its flags ask for once the money lies where it belongs. */
async function doAlso(ctx: Context, conn: Conn, { id, input, invoice_id }: ReceivedPayment) {
  const { customer_id, payment_date: date } = input
  // Which one it pays is known only now, where it names none.
  if (input.grant_ppd && !invoice_id && (await grantMeant(conn, id, null)))
    await settleCustomer(ctx, conn, customer_id, { because: becauseOf(input) })
  if (input.clearsinvoice && invoice_id)
    await clearWithPayment(ctx, conn, { customer_id, invoice_id, invoicepayment_id: id, date })
}

const REPEATS = sql<
  { place: number },
  [
    customer_ids: readonly number[],
    payment_dates: readonly string[],
    amounts: readonly string[],
    references: readonly (string | null)[],
  ]
>`select x.place::int
  from unnest($1::bigint[], $2::date[], $3::numeric[], $4::text[]) with ordinality
    x (customer_id, payment_date, amount, reference, place)
  where exists (select from invoicepayments p where p.customer_id = x.customer_id
    and p.payment_date = x.payment_date and p.amount_incl_gst = x.amount
    and p.reference is not distinct from x.reference
    and p.payment_status <> 'cancelled' and p.deleted_at is null)`.named('payment_repeats')

/** Places, from 1, of payments that are likely there already; that is said, not refused. */
export async function repeatsAmong(conn: Conn, inputs: readonly NewPayment[]): Promise<number[]> {
  const found = await REPEATS.all(
    conn,
    inputs.map(({ customer_id }) => customer_id),
    inputs.map(({ payment_date }) => payment_date),
    inputs.map(({ amount_incl_gst }) => amount_incl_gst),
    inputs.map(({ reference }) => reference ?? null),
  )
  return found.map(({ place }) => place)
}
