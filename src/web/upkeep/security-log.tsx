import { humanise } from '#domain/kit/wording.ts'
import { type LoggedEvent, logCalls, SECURITY_DAYS } from '#domain/upkeep/log-calls.ts'
import type { Column } from '#web/kit/list/plain-table.tsx'
import { formatStamp } from '#web/kit/session/clock.ts'
import { send } from '#web/kit/session/send.ts'
import { type LogFilters, LogPage } from './log-page.tsx'

// What admins look for most; everything else is found by its words.
const sought = [
  'signed_in',
  'sign_in_failed',
  'sign_in_locked',
  'impersonation_began',
  'organisation_entered',
  'demonstration_made',
  'demonstration_removed',
  'password_changed',
  'access_ended',
  'api_key_made',
  'factor_reset',
  'lock_taken_over',
  'lock_released',
  'guard_code_wrong',
]

const choices = [
  { value: '', label: 'Everything' },
  ...sought.map((value) => ({ value, label: humanise(value) })),
]

async function ask({ only, q, ...filters }: LogFilters): Promise<LoggedEvent[]> {
  const narrowed = { ...(only ? { event: only } : {}), ...(q ? { q } : {}) }
  return (await send(logCalls.events, { ...filters, ...narrowed })).data ?? []
}

const columns: Column<LoggedEvent>[] = [
  { heading: 'What', cell: (row) => humanise(row.event), isRowHeading: true },
  { heading: 'Who', cell: (row) => row.user ?? 'Nobody known' },
  { heading: 'Noted', cell: (row) => row.detail },
  { heading: 'Organisation', cell: (row) => row.organisation ?? '' },
  { heading: 'From', cell: (row) => `${row.user_agent}, ${row.ip ?? 'unknown address'}` },
  { heading: 'Reference', cell: (row) => row.request_id ?? '' },
  { heading: 'When', cell: (row) => formatStamp(row.created_at) },
]

/** Who came in, was refused, or changed what lets people in. */
export function Screen() {
  return (
    <LogPage
      title="Security log"
      summary={`Sign-ins, refusals and changes of access, ${SECURITY_DAYS} days at a time`}
      dayLabel="Up to"
      choices={choices}
      ask={ask}
      columns={columns}
    />
  )
}
