import { formatDayShort } from '#domain/kit/calendar.ts'
import { type InvoicePayment, invoicepayment } from '#domain/payments/payment.ts'
import { holdCustomers } from '#server/books/hold-customers.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { sql } from '#server/kit/database/sql.ts'
import { type Context, todayOf } from '#server/kit/http/context.ts'
import { rowNow } from '#server/kit/rows/row-now.ts'
import { notPossible } from '#server/kit/rows/state.ts'
import { transition } from '#server/kit/rows/transition.ts'
import type { CollectedMoney } from '#server/payments/collected-money.ts'
import { isConnected, requireConnection } from './connection.ts'
import { planForPage } from './plan-debit.ts'
import { stopDebit } from './planned-debits.ts'
import { askProvider } from './provider-call.ts'
import { canStillChange } from './review-debits-job.ts'
import { tellPlanned, tellWithInvoice } from './tell-customer.ts'

const INSTEAD = 'Refund it instead, once it was collected.'
const REFUND_AFTER_DAYS = 7

const ASK_REFUND = sql<
  { id: number },
  [organisation_id: number | null, invoicepayment_id: number, amount: string, now: Date]
>`insert into ddrefunds (organisation_id, invoicepayment_id, amount, refund_status, created_at)
  values ($1, $2, $3, 'asked', $4) returning id`

/** Money that the provider has, or is to have: only it can cancel or pay that back. */
export const collectedMoney: CollectedMoney = {
  isConnected,
  cancelPending: async (ctx, conn, input) => {
    const written = await transition(
      ctx,
      conn,
      invoicepayment,
      'cancel',
      input,
      async ({ row }) => {
        if (row.cancel_asked_at !== null) throw notPossible('cancel', 'that was asked for already')
        if (!canStillChange(ctx, row.charge_date ?? row.payment_date))
          throw notPossible('cancel', 'it is on its way to the bank', INSTEAD)
        return {}
      },
    )
    await holdCustomers(conn, [written.row.customer_id])
    const { id, version, row } = written
    const debit = { id, version, customer_id: row.customer_id }
    await stopDebit(ctx, conn, debit, { plansAnew: false, reason: input.reason })
    return rowNow(ctx, conn, invoicepayment, id)
  },
  refund: async (ctx, conn, row, amount) => {
    await requireConnection(conn)
    refuseEarly(ctx, row)
    const { organisation_id } = ctx.actor
    const asked = await ASK_REFUND.one(conn, organisation_id, row.id, amount, ctx.clock.now())
    await askProvider(ctx, conn, {
      kind: 'refund',
      about: `${asked?.id ?? 0}-1-1`,
      customer_id: row.customer_id,
      invoicepayment_id: row.id,
      refund_id: asked?.id,
    })
  },
}

/** The provider pays back what it has paid out, and not before the bank can have taken it back. */
function refuseEarly(ctx: Context, row: InvoicePayment): void {
  const by = 'Pay it back by bank transfer instead.'
  if (row.debit_state === null) throw notPossible('refund', 'the provider did not collect it', by)
  if (row.debit_state !== 'paid_out') throw notPossible('refund', 'it was not paid out yet', by)
  const day = Temporal.PlainDate.from(row.charge_date ?? row.payment_date)
  const first = day.add({ days: REFUND_AFTER_DAYS }).toString()
  if (todayOf(ctx) < first)
    throw notPossible('refund', `the provider pays back from ${formatDayShort(first)} on`, by)
}

/** What a page asks for is collected where there is an authority: once sent, or once let go. */
export async function collectAtSending(
  ctx: Context,
  conn: Conn,
  page: { id: number; customer_id: number },
  why: 'sent' | 'released',
): Promise<void> {
  const planned = await planForPage(ctx, conn, page)
  if (!planned) return
  if (why === 'sent') await tellWithInvoice(ctx, conn, planned)
  else await tellPlanned(ctx, conn, planned)
}
