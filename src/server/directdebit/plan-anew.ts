import { cents } from '#domain/kit/money.ts'
import { type InvoicePayment, invoicepayment } from '#domain/payments/payment.ts'
import { holdCustomers } from '#server/books/hold-customers.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { sql } from '#server/kit/database/sql.ts'
import type { Context } from '#server/kit/http/context.ts'
import { rowNow } from '#server/kit/rows/row-now.ts'
import { type DebitProposal, proposeDebit, soonestFor } from './debit-facts.ts'
import { settleCancelled } from './follow-debit.ts'
import { planDebit } from './plan-debit.ts'
import { tellChanged } from './tell-customer.ts'

/** What a debit made anew has of the one before. */
export type DebitBefore = Pick<
  InvoicePayment,
  'id' | 'customer_id' | 'invoice_id' | 'amount_incl_gst' | 'aims_at' | 'grant_ppd'
>

/** What a debit would be that takes the place of one that was announced. */
export async function proposeAnew(
  ctx: Context,
  conn: Conn,
  before: DebitBefore,
  charge_date: string,
): Promise<DebitProposal> {
  const { customer_id, invoice_id, grant_ppd } = before
  const wish = {
    customer_id,
    invoice_id,
    instead_of: before.id,
    // They were told of it, and whoever was needed for so much at once has decided on it.
    without_notice: true,
    may_exceed: true,
    // Never more than they were told of.
    amount: cents(before.amount_incl_gst),
    grants: grant_ppd,
  }
  if (await hasOtherDates(conn, before)) {
    const moved = await proposeDebit(ctx, conn, wish)
    const { aims_at } = moved
    const isInTime = aims_at !== null && moved.charge_date <= aims_at
    if (isInTime && moved.charge_date > charge_date) return moved
  }
  return proposeDebit(ctx, conn, { ...wish, charge_date })
}

const HAS_DATE = sql<{ id: number }, [id: number, day: string]>`
  select id from invoices where id = $1 and $2 in (due_date, discounted_date)`

/** Its page was given other dates than the one its day was counted from. */
async function hasOtherDates(conn: Conn, { invoice_id, aims_at }: DebitBefore): Promise<boolean> {
  if (invoice_id === null || aims_at === null) return false
  return (await HAS_DATE.one(conn, invoice_id, aims_at)) === undefined
}

/**
 * What is left to collect of a debit that was cancelled for it is a new one, of less or on a later
 * day; they are told. It stays what it was: which attempt it is, and who asked for it.
 */
export async function planAnew(ctx: Context, conn: Conn, id: number): Promise<boolean> {
  const { row: before } = await rowNow(ctx, conn, invoicepayment, id)
  const { customer_id, invoice_id } = before
  await holdCustomers(conn, [customer_id])
  const soonest = await soonestFor(ctx, conn, customer_id)
  const day = [soonest, before.charge_date ?? soonest].toSorted().at(-1) ?? soonest
  const proposal = await proposeAnew(ctx, conn, before, day)
  const isPossible = proposal.refusals.length === 0
  if (isPossible) {
    const { attempt, retry_of_id, requested_by_customer, aims_at, notes } = before
    const planned = await planDebit(ctx, conn, { customer_id, invoice_id }, proposal, {
      attempt: attempt ?? 1,
      retry_of_id: retry_of_id ?? undefined,
      requested_by_customer,
      aims_at,
      notes: notes ?? undefined,
    })
    await tellChanged(ctx, conn, planned)
  }
  await settleCancelled(ctx, conn, customer_id)
  return isPossible
}
