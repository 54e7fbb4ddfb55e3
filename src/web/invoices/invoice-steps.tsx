import type { Invoice } from '#domain/invoices/invoice.ts'
import { businessToday, formatDayShort } from '#domain/kit/calendar.ts'
import { type Step, Steps } from '#web/kit/frame/steps.tsx'

/** Where the invoice stands, from the draft to the money matched on the bank's statement. */
export function InvoiceSteps({ row }: { row: Invoice }) {
  return <Steps label="Where the invoice stands" {...stepsOf(row)} />
}

// The step somebody is at is the next thing to happen: a draft waits for its approval.
const next: Record<Invoice['invoice_status'], number> = {
  draft: 1,
  approved: 2,
  invoiced: 3,
  cleared: 4,
  paid: 5,
  cancelled: 5,
  refunded: 5,
}

function stepsOf(row: Invoice): { steps: Step[]; reached: number } {
  const steps: Step[] = [
    { label: 'Draft', note: dayOf(row.created_at) },
    { label: 'Approved', note: approvedNote(row) },
    { label: 'Invoiced', note: dayOf(row.invoiced_at) || 'Mail and public page' },
    { label: 'Cleared', note: dayOf(row.cleared_at) || 'When nothing is owed' },
    {
      label: 'Paid',
      note: row.invoice_status === 'paid' ? 'Money matched' : 'When the bank line is matched',
    },
  ]
  if (row.invoice_status !== 'cancelled') return { steps, reached: next[row.invoice_status] }
  const before = [true, row.approved_at, row.invoiced_at]
  const kept = steps.filter((_step, index) => before[index])
  const end = { label: 'Cancelled', note: dayOf(row.cancelled_at) }
  return { steps: [...kept, end], reached: kept.length }
}

function approvedNote(row: Invoice): string {
  if (!row.approved_at) return 'Number given, money frozen'
  return [dayOf(row.approved_at), row.approved_by].filter(Boolean).join(' by ')
}

function dayOf(instant: string | null): string {
  return instant ? formatDayShort(businessToday(Temporal.Instant.from(instant))) : ''
}
