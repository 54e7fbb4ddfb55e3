import type { BillFacts } from '#domain/bills/found-bill.ts'
import type { GivenLine } from '#domain/pricing/given-line.ts'
import { fragment } from '#server/kit/database/sql.ts'

export const BILL_COLUMNS = fragment`id, supplier_statement_number, date_issued, supplier_due_date,
  period_start, period_end, coalesce(ppd_percent, 0)::text as ppd_percent,
  coalesce(opening_balance, 0)::text as opening_balance, lines`

export interface StoredBill extends Omit<BillFacts, 'lines'> {
  id: number
  lines: GivenLine[] | null
}
