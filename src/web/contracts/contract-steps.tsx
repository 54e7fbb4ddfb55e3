import type { Contract } from '#domain/contracts/contract.ts'
import { businessToday, formatDayShort } from '#domain/kit/calendar.ts'
import { type Step, Steps } from '#web/kit/frame/steps.tsx'

// How far each status has come: the step it is at.
const reached: Record<Contract['contract_status'], number> = {
  draft: 0,
  offered: 1,
  active: 2,
  cancelled: 3,
  ended: 3,
}

/** Where the contract stands, from the first draft to its last day. */
export function ContractSteps({ row }: { row: Contract }) {
  const label = 'Where the contract stands'
  return <Steps label={label} steps={stepsOf(row)} reached={reached[row.contract_status]} />
}

function stepsOf(row: Contract): Step[] {
  return [
    { label: 'Draft', note: dayOf(row.created_at) },
    { label: 'Offered', note: offeredNote(row) },
    { label: 'Active', note: activeNote(row) },
    {
      label: row.contract_status === 'cancelled' ? 'Cancelled' : 'Ended',
      note: row.date_end ? formatDayShort(row.date_end) : 'No end day',
    },
  ]
}

function offeredNote(row: Contract): string {
  if (row.sent_at) return dayOf(row.sent_at)
  return reached[row.contract_status] > 1 ? 'Agreed elsewhere' : 'Sent by email'
}

function activeNote(row: Contract): string {
  if (row.accepted_by) return `Accepted by ${row.accepted_by}`
  return row.date_start ? `From ${formatDayShort(row.date_start)}` : 'When it is accepted'
}

function dayOf(instant: string | null): string {
  return instant ? formatDayShort(businessToday(Temporal.Instant.from(instant))) : ''
}
