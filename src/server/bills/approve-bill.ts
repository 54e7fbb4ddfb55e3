import { type Bill, bill } from '#domain/bills/bill.ts'
import { cents } from '#domain/kit/money.ts'
import { Problem } from '#domain/kit/problem.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { sql } from '#server/kit/database/sql.ts'
import type { Context } from '#server/kit/http/context.ts'
import { rowNow } from '#server/kit/rows/row-now.ts'
import { notPossible } from '#server/kit/rows/state.ts'
import { type ActionRequest, transition } from '#server/kit/rows/transition.ts'
import { updateRow, type Written } from '#server/kit/rows/write-row.ts'
import { afterBillChanges } from './after-bill-changes.ts'
import { refuseUncheckedBill } from './bill-check-stored.ts'
import { bookBill } from './book-bill.ts'
import { bookedAs } from './booked-as.ts'
import { takeBackPostings } from './cancel-bill.ts'
import { settleBill } from './settle-bill.ts'
import { billItem, holdSupplierOf } from './supplier-money.ts'

interface BillApproval extends ActionRequest {
  /** Codes of the warnings somebody has looked at. */
  acknowledge?: string[] | undefined
  /** What we say to a balance from before that our books do not know. */
  difference?: 'accept' | 'dispute' | undefined
}

/** A bill that was checked is owed to the supplier from now on. */
export async function approveBill(
  ctx: Context,
  conn: Conn,
  input: BillApproval,
): Promise<Written<typeof bill>> {
  await holdSupplierOf(conn, billItem(input.id))
  await transition(ctx, conn, bill, 'approve', input, async ({ row, version }) => {
    const { difference, acknowledge = [] } = input
    const seen = difference ? [...acknowledge, 'W11'] : acknowledge
    const checked = await refuseUncheckedBill(ctx, conn, row, seen)
    const isDisputed = difference === 'dispute'
    return bookBill(ctx, conn, { row, version, ...checked, isDisputed })
  })
  await settleBill(ctx, conn, input.id, 'settle')
  await afterBillChanges(ctx, conn, input)
  return rowNow(ctx, conn, bill, input.id)
}

const BILLS_OF_INVOICE = sql<
  Pick<Bill, 'id' | 'bill_status' | 'booked_as' | 'supplier_statement_number'>,
  [invoice_id: number]
>`select id, bill_status, booked_as, supplier_statement_number from bills
  where invoice_id = $1 and deleted_at is null and bill_status in ('draft', 'approved') order by id`

const OWN_DIFFERENCE = sql<{ passed_on: string; accepted: string }, [invoice_id: number]>`
  select i.supplier_difference::text as passed_on, coalesce((select sum(b.supplier_difference)
    from bills b where b.invoice_id = i.id and b.deleted_at is null
      and b.booked_as = 'passed_on' and b.difference_status = 'accepted'
      and b.bill_status not in ('cancelled', 'refunded')), 0)::numeric(14,2)::text as accepted
  from invoices i where i.id = $1`

/**
 * An invoice that goes out takes its bills along: those nobody approved are owed now too. What their
 * checks say was asked when the invoice was approved; a bill that was changed since is asked again.
 */
export async function approveBills(ctx: Context, conn: Conn, invoice_id: number): Promise<void> {
  const bills = await BILLS_OF_INVOICE.all(conn, invoice_id)
  for (const { id, bill_status } of bills) {
    await holdSupplierOf(conn, billItem(id))
    if (bill_status === 'draft') await approveTaken(ctx, conn, id)
    else await takeApproved(ctx, conn, id)
    await settleBill(ctx, conn, id, 'settle')
  }
  const sums = bills.length > 0 ? await OWN_DIFFERENCE.one(conn, invoice_id) : undefined
  if (sums && sums.passed_on !== sums.accepted)
    throw notPossible(
      'send',
      `its bills ask for ${sums.accepted} from before and it passes on ${sums.passed_on}`,
      'Recalculate it.',
    )
}

/** An approved one is booked anew where its invoice counts it otherwise than it was booked. */
async function takeApproved(ctx: Context, conn: Conn, id: number): Promise<void> {
  const { row, version } = await rowNow(ctx, conn, bill, id)
  const as = await bookedAs(conn, { ...row, booked_as: null })
  const isAnew = as !== row.booked_as
  if (isAnew) await takeBackPostings(ctx, conn, { id, reason: 'Its invoice counts it anew.' })
  const { validations, supplier_difference } = row
  const booking = {
    ...{ row, version, booked_as: as, validations: validations ?? [] },
    difference: supplier_difference === null ? null : cents(supplier_difference),
    isDisputed: row.difference_status === 'disputed',
  }
  const values = isAnew ? await bookBill(ctx, conn, booking) : {}
  const changed = { ...values, bill_status: 'invoiced' as const }
  await updateRow(ctx, conn, bill, id, changed, invoiced(row.bill_status))
}

const invoiced = (before: Bill['bill_status']) => ({
  action: 'invoiced',
  changes: { bill_status: [before, 'invoiced'] as [string, string] },
})

async function approveTaken(ctx: Context, conn: Conn, id: number): Promise<void> {
  const { row, version } = await rowNow(ctx, conn, bill, id)
  try {
    const checked = await refuseUncheckedBill(ctx, conn, row, row.acknowledged ?? [])
    const values = await bookBill(ctx, conn, { row, version, ...checked, isDisputed: false })
    const changed = { ...values, bill_status: 'invoiced' as const }
    await updateRow(ctx, conn, bill, id, changed, invoiced(row.bill_status))
  } catch (refusal) {
    if (!(refusal instanceof Problem)) throw refusal
    const number = row.supplier_statement_number ?? 'without a number'
    throw notPossible('send', `its bill ${number} is to be checked again`, refusal.message)
  }
}
