import type { Bill, bill } from '#domain/bills/bill.ts'
import type { BillCheck } from '#domain/bills/bill-checks.ts'
import { ledgerEvents } from '#domain/books/ledger-events.ts'
import { type BookedAs, billApproved, supplierDifference } from '#domain/books/supplier-postings.ts'
import type { StoredColumns } from '#domain/kit/entity.ts'
import { type Cents, cents, sumCents, toDecimalString } from '#domain/kit/money.ts'
import { post } from '#server/books/ledger.ts'
import type { Conn } from '#server/kit/database/database.ts'
import type { Context } from '#server/kit/http/context.ts'

export interface CheckedForBooking {
  validations: BillCheck[]
  booked_as: BookedAs
  /** What the supplier asks from before and our books do not know. */
  difference: Cents | null
}

interface Booking extends CheckedForBooking {
  row: Pick<Bill, 'id' | 'supplier_id' | 'due_gst' | 'discounted_bill_sum' | 'othercharges_total'>
  version: number
  isDisputed: boolean
}

/**
 * Books what this period adds to what we owe, with the GST the supplier printed, and the difference
 * from before where it is accepted. One that the customer pays to the supplier is only known to us.
 */
export async function bookBill(
  ctx: Context,
  conn: Conn,
  { row, version, validations, booked_as, difference, isDisputed }: Booking,
): Promise<StoredColumns<typeof bill>> {
  const amounts = [row.discounted_bill_sum, row.othercharges_total]
  const total = sumCents(amounts.map((amount) => cents(amount ?? '0.00')))
  const isAsked = difference !== null && difference !== 0
  const accepted = isAsked && !isDisputed ? difference : cents('0.00')
  const about = { supplier_id: row.supplier_id, bill_id: row.id }
  const part = { total, gst: cents(row.due_gst ?? '0.00') }
  await post(ctx, conn, [
    {
      ...about,
      event: ledgerEvents.billApproved,
      unique_key: `bill ${row.id} approved ${version}`,
      lines: billApproved(part, booked_as),
    },
    {
      ...about,
      event: ledgerEvents.billDifference,
      lines: supplierDifference(accepted, booked_as),
    },
  ])
  const owed = booked_as === 'information' ? cents('0.00') : sumCents([total, accepted])
  return {
    validations,
    booked_as,
    balance: toDecimalString(owed),
    supplier_difference: difference === null ? null : toDecimalString(difference),
    difference_status: isAsked ? (isDisputed ? 'disputed' : 'accepted') : null,
  }
}
