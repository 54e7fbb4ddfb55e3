import { IconCheck } from '@tabler/icons-react'
import type { Contract } from '#domain/contracts/contract.ts'
import { businessToday, formatDayShort } from '#domain/kit/calendar.ts'
import classes from './contract-steps.module.css'

type Place = 'done' | 'here' | 'ahead'

interface Step {
  label: string
  note: string
  place: Place
}

/** Where the contract stands, from the first draft to its last day. */
export function ContractSteps({ row }: { row: Contract }) {
  return (
    <ol className={classes.steps} aria-label="Where the contract stands">
      {stepsOf(row).map(({ label, note, place }, index) => (
        <li
          key={label}
          className={classes.step}
          data-place={place}
          aria-current={place === 'here' ? 'step' : undefined}
        >
          <span className={classes.mark} aria-hidden>
            {place === 'done' ? <IconCheck size={14} /> : index + 1}
          </span>
          <span>
            <span className={classes.label}>{label}</span>
            <span className={classes.note}>{note}</span>
          </span>
        </li>
      ))}
    </ol>
  )
}

function stepsOf(row: Contract): Step[] {
  const reached = { draft: 0, offered: 1, active: 2, cancelled: 3, ended: 3 }[row.contract_status]
  const isCancelled = row.contract_status === 'cancelled'
  const wasOffered = row.sent_at !== null
  const place = (index: number): Place =>
    index < reached ? 'done' : index === reached ? 'here' : 'ahead'
  return [
    { label: 'Draft', note: dayOf(row.created_at), place: place(0) },
    {
      label: 'Offered',
      note: wasOffered ? dayOf(row.sent_at) : reached > 1 ? 'Agreed elsewhere' : 'Sent by email',
      place: place(1),
    },
    { label: 'Active', note: activeNote(row), place: place(2) },
    {
      label: isCancelled ? 'Cancelled' : 'Ended',
      note: row.date_end ? formatDayShort(row.date_end) : 'No end day',
      place: place(3),
    },
  ]
}

function activeNote(row: Contract): string {
  if (row.accepted_by) return `Accepted by ${row.accepted_by}`
  return row.date_start ? `From ${formatDayShort(row.date_start)}` : 'When it is accepted'
}

function dayOf(instant: string | null): string {
  return instant ? formatDayShort(businessToday(Temporal.Instant.from(instant))) : ''
}
