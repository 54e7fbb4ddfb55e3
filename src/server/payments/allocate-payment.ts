import { sentStatuses } from '#domain/books/counted-statuses.ts'
import { ledgerEvents } from '#domain/books/ledger-events.ts'
import { allocated } from '#domain/books/postings.ts'
import { type Cents, cents, toDecimalString, wholeCents } from '#domain/kit/money.ts'
import { badField } from '#domain/kit/problem.ts'
import { invoicepayment } from '#domain/payments/payment.ts'
import { post } from '#server/books/ledger.ts'
import { settleCustomer } from '#server/books/settle.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { sql } from '#server/kit/database/sql.ts'
import type { Context } from '#server/kit/http/context.ts'
import { rowNow } from '#server/kit/rows/row-now.ts'
import { type ActionRequest, transition } from '#server/kit/rows/transition.ts'
import type { Written } from '#server/kit/rows/write-row.ts'

interface AllocationRequest extends ActionRequest {
  invoice_id: number
}

const HOLD_INVOICE = sql<never, [invoice_id: number]>`
  select 1 from invoices where id = $1 for no key update`

// What the rules have put there makes room for what is put there by hand.
const OWED = sql<{ owed: string }, [invoice_id: number, customer_id: number]>`
  select (i.balance + coalesce((select sum(a.amount) from allocations a
    where a.invoice_id = i.id and not a.is_manual), 0))::text as owed from invoices i
  where i.id = $1 and i.customer_id = $2 and i.discounted_total_this_period >= 0
    and i.invoice_status in (${sentStatuses})`

const TAKE_OFF = sql<{ amount: string }, [invoicepayment_id: number, invoice_id: number]>`
  with gone as (delete from allocations where invoicepayment_id = $1 and invoice_id = $2
    and is_manual returning amount) select coalesce(sum(amount), 0)::text as amount from gone`

const BY_HAND = sql<{ amount: string }, [invoicepayment_id: number]>`
  select coalesce(sum(amount), 0)::text as amount from allocations
  where invoicepayment_id = $1 and is_manual`

const PLACE = sql<
  never,
  [
    organisation_id: number | null,
    customer_id: number,
    invoice_id: number,
    invoicepayment_id: number,
    amount: string,
  ]
>`insert into allocations
    (organisation_id, customer_id, invoice_id, invoicepayment_id, amount, is_manual)
  values ($1, $2, $3, $4, $5, true)`

/** Puts money on an invoice by hand; it stays there whatever else changes. */
export async function allocatePayment(
  ctx: Context,
  conn: Conn,
  input: AllocationRequest & { amount: string },
): Promise<Written<typeof invoicepayment>> {
  const written = await transition(
    ctx,
    conn,
    invoicepayment,
    'allocate',
    input,
    async ({ row }) => {
      const amount = cents(input.amount)
      const { customer_id } = row
      const free = wholeCents(
        cents(row.amount_incl_gst) -
          cents(row.refunded_amount ?? '0.00') -
          (await byHand(conn, input.id)),
      )
      if (amount <= 0 || amount > free)
        throw badField('amount', `At most $${toDecimalString(free)} of it is free.`)
      await HOLD_INVOICE.run(conn, input.invoice_id)
      const target = await OWED.one(conn, input.invoice_id, customer_id)
      if (!target) throw badField('invoice_id', 'Choose an invoice of this customer that was sent.')
      if (amount > cents(target.owed)) throw badField('amount', 'That is more than the invoice.')
      await moveByHand(ctx, conn, customer_id, input, amount)
      return {}
    },
  )
  await settleCustomer(ctx, conn, written.row.customer_id)
  return rowNow(ctx, conn, invoicepayment, input.id)
}

export async function unallocatePayment(
  ctx: Context,
  conn: Conn,
  input: AllocationRequest,
): Promise<Written<typeof invoicepayment>> {
  const written = await transition(
    ctx,
    conn,
    invoicepayment,
    'unallocate',
    input,
    async ({ row }) => {
      const removed = await TAKE_OFF.one(conn, input.id, input.invoice_id)
      const amount = cents(removed?.amount ?? '0.00')
      if (amount === 0) throw badField('invoice_id', 'Nothing was put there by hand.')
      await post(ctx, conn, [
        {
          event: ledgerEvents.unallocation,
          customer_id: row.customer_id,
          invoice_id: input.invoice_id,
          invoicepayment_id: input.id,
          lines: allocated(wholeCents(-amount)),
        },
      ])
      return {}
    },
  )
  await settleCustomer(ctx, conn, written.row.customer_id)
  return rowNow(ctx, conn, invoicepayment, input.id)
}

async function byHand(conn: Conn, id: number): Promise<Cents> {
  const row = await BY_HAND.one(conn, id)
  return cents(row?.amount ?? '0.00')
}

async function moveByHand(
  ctx: Context,
  conn: Conn,
  customer_id: number,
  input: AllocationRequest,
  amount: Cents,
): Promise<void> {
  const { organisation_id } = ctx.actor
  const { id, invoice_id } = input
  await PLACE.run(conn, organisation_id, customer_id, invoice_id, id, toDecimalString(amount))
  await post(ctx, conn, [
    {
      event: ledgerEvents.allocation,
      customer_id,
      invoice_id,
      invoicepayment_id: id,
      lines: allocated(amount),
    },
  ])
}
