import { atLeast } from '#domain/access/role.ts'
import { keptFor, keptNoMore } from '#domain/books/account-changes.ts'
import { type Invoice, invoice } from '#domain/invoices/invoice.ts'
import { Exact } from '#domain/kit/decimal.ts'
import type { StoredColumns } from '#domain/kit/entity.ts'
import { Problem } from '#domain/kit/problem.ts'
import { reverse, standingEntries } from '#server/books/ledger.ts'
import { invoiceItem, itemColumns } from '#server/books/money-keys.ts'
import { refusePaidOut } from '#server/books/paid-out.ts'
import { type MoneyCause, settleCustomer } from '#server/books/settle.ts'
import { revokePublicLinks } from '#server/identity/public-link.ts'
import { settingOf } from '#server/identity/setting.ts'
import { standingFee, takeBackLateFee } from '#server/invoices/dunning/take-back-late-fee.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { sql } from '#server/kit/database/sql.ts'
import type { Context } from '#server/kit/http/context.ts'
import { rowNow } from '#server/kit/rows/row-now.ts'
import { type ActionRequest, transition } from '#server/kit/rows/transition.ts'
import { insertRow, type Written } from '#server/kit/rows/write-row.ts'
import { billedTo } from './billed-to.ts'
import { refuseCredited } from './credit-note.ts'
import { INVOICE_LINK } from './invoice-link.ts'
import { explainPeriodOverlap } from './period-overlap.ts'
import { proposeInvoice } from './propose-invoice.ts'
import { redoOf } from './read-anew.ts'
import { releaseSources } from './release-sources.ts'
import { invoiceValues, linkSources, takeCharges } from './store-invoice.ts'
import { tellCorrection, wholeCorrection } from './tell-correction.ts'

const STEP_ASIDE = sql<never, [id: number]>`
  update invoices set invoice_status = 'cancelled' where id = $1`

// Money that names the old one means the new one.
const NAME_THE_NEW = sql<never, [old_id: number, new_id: number]>`
  update invoicepayments set invoice_id = $2 where invoice_id = $1`

/** Takes an invoice back: what was booked is booked back, and its money is the customer's credit. */
export async function cancelInvoice(
  ctx: Context,
  conn: Conn,
  input: ActionRequest,
): Promise<Written<typeof invoice>> {
  const written = await transition(ctx, conn, invoice, 'cancel', input, async ({ row }) => {
    const values = await takeBackInvoice(ctx, conn, row, input)
    if (row.invoiced_at)
      await tellCorrection(ctx, conn, row.id, `${row.id}`, wholeCorrection(row, 'cancelled'))
    return values
  })
  const { row } = written
  await afterwards(ctx, conn, row, {
    because: `Invoice ${row.invoice_number} was cancelled.`,
    // It may have been the new version of another one, and never gone out.
    change: keptNoMore(invoiceItem(input.id)),
  })
  return rowNow(ctx, conn, invoice, input.id)
}

/** A new draft in the old one's place, read anew; what lay on the old one, and no more, waits for the new one. */
export async function redoInvoice(
  ctx: Context,
  conn: Conn,
  input: ActionRequest & { drop?: string[] | undefined },
): Promise<Written<typeof invoice>> {
  let made: Written<typeof invoice> | undefined
  const written = await transition(ctx, conn, invoice, 'redo', input, async ({ row }) => {
    const isOver = row.invoice_status === 'cancelled'
    const { request, known } = await redoOf(conn, row, input.drop)
    const values = isOver ? {} : await takeBackInvoice(ctx, conn, row, input)
    // The old one must be out of the way before its days can be billed again.
    await STEP_ASIDE.run(conn, input.id)
    const proposed = await proposeInvoice(ctx, conn, request, { ...known, id: null })
    const draft = {
      ...invoiceValues(request, proposed),
      ...standingDiscount(row),
      redo_of_id: input.id,
    }
    made = await explainPeriodOverlap(() => insertRow(ctx, conn, invoice, draft))
    await linkSources(ctx, conn, made.id, request, proposed)
    await takeCharges(conn, known.charge_ids ?? [], made.id)
    await NAME_THE_NEW.run(conn, input.id, made.id)
    if (row.invoiced_at && !isOver)
      await tellCorrection(ctx, conn, row.id, `${row.id}`, wholeCorrection(row, 'replaced'))
    return { ...values, superseded_by_id: made.id }
  })
  const { row } = written
  await afterwards(ctx, conn, row, {
    because: `Invoice ${row.invoice_number} was made anew.`,
    change: made && keptFor(invoiceItem(made.id), invoiceItem(input.id)),
  })
  return made ?? written
}

/** A discount that stood goes on standing; one that was lost or open is tested by the new dates. */
function standingDiscount({
  ppd_state,
  ppd_granted_with_id,
}: Invoice): StoredColumns<typeof invoice> {
  const stood = ppd_state === 'earned' || ppd_state === 'granted'
  return stood ? { ppd_granted: true, ppd_granted_with_id } : {}
}

/** Books back all that was booked of it and lets go of its sources; its money moves by itself. */
export async function takeBackInvoice(
  ctx: Context,
  conn: Conn,
  row: Pick<Invoice, 'invoiced_at' | 'discounted_total_this_period'>,
  { id, reason }: ActionRequest,
): Promise<StoredColumns<typeof invoice>> {
  const limit = await settingOf(conn, 'refund_limit')
  const isLarge = new Exact(row.discounted_total_this_period ?? '0').abs().gt(limit)
  if (row.invoiced_at && isLarge && !atLeast(ctx.actor.role, 'manager'))
    throw new Problem('forbidden')
  await refusePaidOut(conn, itemColumns(invoiceItem(id)), 'cancel')
  await refuseCredited(conn, 'cancel', id)
  const money = ['allocation', 'unallocation']
  const standing = await standingEntries(conn, [id])
  const booked = standing.filter((entry) => !money.includes(entry.event))
  await reverse(
    ctx,
    conn,
    booked.map((entry) => entry.id),
    reason ?? 'The invoice was cancelled.',
  )
  await releaseSources(conn, id)
  const fee = await standingFee(conn, id)
  const why = { reason: 'The invoice was cancelled.', again: true }
  if (fee) await takeBackLateFee(ctx, conn, fee, why)
  await revokePublicLinks(ctx, conn, { object_class: INVOICE_LINK, object_id: id })
  return { cancelled_at: ctx.clock.now().toISOString(), balance: '0.00', ppd_state: null }
}

async function afterwards(
  ctx: Context,
  conn: Conn,
  row: Pick<Invoice, 'customer_id' | 'contract_id'>,
  cause: MoneyCause,
): Promise<void> {
  if (row.contract_id) await billedTo(conn, row.contract_id)
  await settleCustomer(ctx, conn, row.customer_id, cause)
}
