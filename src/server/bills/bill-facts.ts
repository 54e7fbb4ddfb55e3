import type { PrintedLine } from '#domain/bills/bill-recalculation.ts'
import type { BillWithDifference } from '#domain/bills/found-bill.ts'
import { fragment } from '#server/kit/database/sql.ts'

export const BILL_COLUMNS = fragment`id, supplier_statement_number, date_issued, supplier_due_date,
  period_start, period_end, coalesce(ppd_percent, 0)::text as ppd_percent,
  opening_balance::text, lines, printed_total::text, printed_gst::text,
  case when difference_status is distinct from 'disputed' then supplier_difference end::text
    as supplier_difference`

export interface StoredBill extends Omit<BillWithDifference, 'lines'> {
  id: number
  lines: PrintedLine[] | null
}
