import { formatDayShort } from '#domain/kit/calendar.ts'
import { Exact } from '#domain/kit/decimal.ts'
import { addWorkingDays } from '#domain/kit/working-day.ts'
import type { InvoiceInput } from './invoice-input.ts'
import type { ComputedLine } from './invoice-lines.ts'

export interface InvoiceWarning {
  /** Of its bills, as `bill:W08`, when it is approved. */
  code: 'W01' | 'W02' | 'W03' | 'W04' | 'W05' | 'W06' | 'W07' | `bill:${string}`
  message: string
}

/** What somebody should look at before an invoice goes out. */
export function invoiceWarnings(
  input: InvoiceInput,
  lines: readonly ComputedLine[],
  due_date: string,
): InvoiceWarning[] {
  const warnings: InvoiceWarning[] = []
  const warn = (code: InvoiceWarning['code'], message: string) => warnings.push({ code, message })
  // A late fee alone is an invoice, too.
  if (lines.length === 0 && input.late_fees.length === 0) warn('W01', 'The invoice has no lines.')
  const old = oldestDay(lines)
  // Electricity Code, clause 11.32H: homes and small businesses are not billed further back.
  if (old && old < halfYearBefore(input.invoice_date))
    warn('W02', `It bills use since ${formatDayShort(old)}, more than six months back.`)
  const missing = Math.max(0, ...lines.map((line) => line.missing_days))
  if (missing > 0) warn('W03', `${missing} days have no readings and count as no use.`)
  const estimated = lines.filter(
    ({ estimated_share: share }) => share !== NONE && new Exact(share).gt(0),
  )
  if (estimated.length > 0)
    warn('W04', `Estimated: ${[...new Set(estimated.map((line) => line.name))].join(', ')}.`)
  if (input.supplier_due_date && due_date > addWorkingDays(input.supplier_due_date, -2)) {
    const supplier = formatDayShort(input.supplier_due_date)
    warn('W05', `Due too late to pay the supplier, whose bill is due on ${supplier}.`)
  }
  return warnings
}

const NONE = '0.0000'
let last: { day: string; before: string } | undefined

/** The invoices of a run nearly all have the same day. */
function halfYearBefore(day: string): string {
  if (last?.day !== day) {
    const before = Temporal.PlainDate.from(day).subtract({ months: 6 }).toString()
    last = { day, before }
  }
  return last.before
}

function oldestDay(lines: readonly ComputedLine[]): string | null {
  let oldest: string | null = null
  for (const { from } of lines) if (from && (oldest === null || from < oldest)) oldest = from
  return oldest
}
