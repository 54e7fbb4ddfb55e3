import type { BankFileRow } from '#domain/bank/file/bank-file.ts'
import { type ReadResult, readBankFile } from '#domain/bank/file/read-bank-file.ts'
import { businessToday, formatDay } from '#domain/kit/calendar.ts'
import type { ColumnMapping } from '#domain/kit/import/file-columns.ts'
import { formatMoney } from '#domain/kit/money.ts'
import { Problem } from '#domain/kit/problem.ts'
import type { ChosenFile } from '#web/kit/import/import-screen.ts'
import type { Column } from '#web/kit/list/plain-table.tsx'

const ROWS_SHOWN = 5

/** The layout of a file; what cannot be read is left to the server to refuse, with its reason. */
export function readAs(content: string): string | null {
  if (content.trim() === '') return null
  const read = readOrRefuse(content)
  if (read === null) return 'unread'
  return 'file' in read ? read.file.layout : 'generic'
}

function readOrRefuse(content: string, mapping?: ColumnMapping): ReadResult | null {
  const today = businessToday(Temporal.Now.instant())
  try {
    return readBankFile(new TextEncoder().encode(content), { today, mapping })
  } catch (refusal) {
    if (refusal instanceof Problem) return null
    throw refusal
  }
}

const columns: Column<BankFileRow>[] = [
  { heading: 'Row', cell: (row) => row.row_number },
  { heading: 'Date', cell: ({ fields }) => formatDay(fields.transaction_date) || '–' },
  { heading: 'Other party', cell: ({ fields }) => fields.other_party ?? '–' },
  {
    heading: 'Texts',
    cell: ({ fields: { particulars, code, reference, memo } }) =>
      [particulars, code, reference, memo].filter(Boolean).join(' · ') || '–',
  },
  {
    heading: 'Amount',
    isNumber: true,
    cell: ({ fields, message }) =>
      message ?? (fields.amount === null ? '–' : formatMoney(fields.amount)),
  },
]

/** The first lines of a file, as they are understood. */
export function linePreview({ content }: ChosenFile, mapping: ColumnMapping) {
  const read = readOrRefuse(content, mapping)
  return { columns, rows: read && 'file' in read ? read.file.rows.slice(0, ROWS_SHOWN) : [] }
}
