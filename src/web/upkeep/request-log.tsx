import { type LoggedRequest, logCalls } from '#domain/upkeep/log-calls.ts'
import { StatusChip } from '#web/kit/frame/chip.tsx'
import type { Column } from '#web/kit/list/plain-table.tsx'
import { formatStamp } from '#web/kit/session/clock.ts'
import { send } from '#web/kit/session/send.ts'
import { type LogFilters, LogPage } from './log-page.tsx'

type Only = 'failed' | 'refused' | 'slow'

const choices = [
  { value: '', label: 'Every call' },
  { value: 'refused', label: 'Refused or failed' },
  { value: 'failed', label: 'Failed by our fault' },
  { value: 'slow', label: 'A second or longer' },
]

const isOnly = (only: string): only is Only => only !== '' && choices.some((c) => c.value === only)

async function ask({ only, q, ...filters }: LogFilters): Promise<LoggedRequest[]> {
  const narrowed = { ...(isOnly(only) ? { only } : {}), ...(q ? { q } : {}) }
  return (await send(logCalls.requests, { ...filters, ...narrowed })).data ?? []
}

function outcomeOf(status: number) {
  if (status >= 500) return { value: 'failed', label: `${status} failed` }
  if (status >= 400) return { value: 'waiting', label: `${status} refused` }
  return { value: 'done', label: `${status} done` }
}

const columns: Column<LoggedRequest>[] = [
  { heading: 'Call', cell: (row) => row.request, isRowHeading: true },
  { heading: 'Outcome', cell: ({ status }) => <StatusChip {...outcomeOf(status)} /> },
  { heading: 'Took, ms', cell: (row) => row.server_timing, isNumber: true },
  { heading: 'Who', cell: (row) => row.user ?? 'A guest' },
  { heading: 'Organisation', cell: (row) => row.organisation ?? '' },
  { heading: 'From', cell: (row) => `${row.user_agent}, ${row.ip ?? 'unknown address'}` },
  { heading: 'Reference', cell: (row) => row.request_id ?? '' },
  { heading: 'When', cell: (row) => formatStamp(row.created_at) },
]

/** Every call of a day, by its pattern: what was sent and answered is not kept. */
export function Screen() {
  return (
    <LogPage
      title="Request log"
      summary="Every call by its pattern; what was sent and answered is not kept"
      dayLabel="Day"
      choices={choices}
      ask={ask}
      columns={columns}
    />
  )
}
