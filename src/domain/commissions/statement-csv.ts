import { csvText } from '#domain/kit/csv-writer.ts'
import type { ProofLine } from './statement-proof.ts'

const amounts = ['base', 'amount']
const columns: readonly (keyof ProofLine)[] = [
  ...(['line', 'kind', 'customer_number', 'customer', 'invoice', 'period', 'cleared_on'] as const),
  ...(['bank_confirmed', 'base', 'share', 'rate', 'amount', 'corrects', 'reason'] as const),
]

/** The lines of a statement as a table for spreadsheets: staff and partners get the same. */
export function linesCsv(lines: readonly ProofLine[]): string {
  return csvText(
    columns.map((name) => ({ name, isText: !amounts.includes(name) })),
    lines.map((line) => columns.map((name) => line[name] ?? '')),
  )
}
