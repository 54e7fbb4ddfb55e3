import { sentStatuses } from '#domain/books/counted-statuses.ts'
import { invoicepayment } from '#domain/payments/payment.ts'
import { settleCustomer } from '#server/books/settle.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { sql } from '#server/kit/database/sql.ts'
import type { Context } from '#server/kit/http/context.ts'
import { rowNow } from '#server/kit/rows/row-now.ts'
import { notPossible } from '#server/kit/rows/state.ts'
import { type ActionRequest, transition } from '#server/kit/rows/transition.ts'
import type { Written } from '#server/kit/rows/write-row.ts'

// The one the payment names, else the newest it pays.
const MEANT_INVOICE = sql<{ id: number }, [invoicepayment_id: number, named: number | null]>`
  select i.id from invoices i
  where i.invoice_status in (${sentStatuses}) and i.deleted_at is null
    and (i.id = $2 or ($2::bigint is null and exists (select from allocations a
      where a.invoice_id = i.id and a.invoicepayment_id = $1)))
  order by i.invoiced_at desc, i.id desc limit 1`

// One that stands already, by a manager's word, stays as it is when the payment goes.
const GRANT = sql<never, [invoice_id: number, invoicepayment_id: number]>`
  update invoices set ppd_granted = true, ppd_granted_with_id = $2
  where id = $1 and not ppd_granted`

const WITHDRAW = sql<never, [invoicepayment_id: number]>`
  update invoices set ppd_granted = false, ppd_granted_with_id = null
  where ppd_granted_with_id = $1`

export async function grantDiscountOf(
  conn: Conn,
  invoice_id: number,
  invoicepayment_id: number,
): Promise<void> {
  await GRANT.run(conn, invoice_id, invoicepayment_id)
}

/** For the invoice a payment names, else the newest it pays; answers whether there is one. */
export async function grantMeant(
  conn: Conn,
  invoicepayment_id: number,
  named: number | null,
): Promise<boolean> {
  const meant = await MEANT_INVOICE.one(conn, invoicepayment_id, named)
  if (meant) await GRANT.run(conn, meant.id, invoicepayment_id)
  return meant !== undefined
}

/** What was granted with a payment goes with it. */
export async function withdrawGrants(conn: Conn, invoicepayment_id: number): Promise<void> {
  await WITHDRAW.run(conn, invoicepayment_id)
}

/** The discount stands for the invoice a payment was meant for, although the money came late. */
export async function grantWithPayment(
  ctx: Context,
  conn: Conn,
  input: ActionRequest & { reason: string },
): Promise<Written<typeof invoicepayment>> {
  const written = await transition(
    ctx,
    conn,
    invoicepayment,
    'grantppd',
    input,
    async ({ row }) => {
      if (!(await grantMeant(conn, input.id, row.invoice_id)))
        throw notPossible('grant the discount for', 'it pays no invoice')
      return { grant_ppd: true }
    },
  )
  await settleCustomer(ctx, conn, written.row.customer_id, { because: input.reason })
  return rowNow(ctx, conn, invoicepayment, input.id)
}
