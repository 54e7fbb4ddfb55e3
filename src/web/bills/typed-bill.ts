import type { TypedLine } from '#web/pricing/typed-line.ts'

export const billFields = [
  'supplier_statement_number',
  'date_issued',
  'supplier_due_date',
  'period_start',
  'period_end',
  'ppd_percent',
  'opening_balance',
  'printed_total',
  'printed_gst',
] as const
export type BillField = (typeof billFields)[number]

export interface TypedBill {
  values: Partial<Record<BillField, string | null>>
  lines: TypedLine[]
}
