import type { CommissionStatement } from '#domain/commissions/commissionstatement.ts'
import { StatusChip } from '#web/kit/frame/chip.tsx'

type Status = CommissionStatement['statement_status']

const words: Record<Status, { label: string; explanation: string }> = {
  draft: { label: 'Draft', explanation: 'Nobody has seen it yet.' },
  sent: { label: 'Sent', explanation: 'The partner has it; it is not paid yet, or carried.' },
  paid: { label: 'Paid', explanation: 'The money left; the bank has not shown it yet.' },
  cleared: { label: 'Cleared', explanation: 'A line of the bank shows the payment.' },
  cancelled: { label: 'Cancelled', explanation: 'Taken back whole; its number stays.' },
}

/** Where a statement stands on its way. */
export function StatementChip({ status }: { status: Status }) {
  return <StatusChip value={status === 'sent' ? 'invoiced' : status} {...words[status]} />
}
