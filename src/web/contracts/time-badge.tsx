import { Group } from '@mantine/core'
import { type TimeState, timeStateOf } from '#domain/contracts/contract-terms.ts'
import { formatDayShort } from '#domain/kit/calendar.ts'
import { humanise } from '#domain/kit/wording.ts'
import { DotChip, StatusChip } from '#web/kit/frame/chip.tsx'
import { today } from '#web/kit/frame/today.ts'
import { useExpiringDays } from './contract-notice.ts'

export interface TimedContract {
  contract_status: string
  date_start: string | null
  date_end: string | null
  is_open_plan: boolean
}

const words: Record<Exclude<TimeState, 'running'>, (row: TimedContract) => string> = {
  upcoming: ({ date_start }) => `Starts on ${formatDayShort(date_start)}.`,
  expiring: ({ date_end }) => `Ends on ${formatDayShort(date_end)}.`,
  rolling: ({ date_end }) =>
    `Its term ended on ${formatDayShort(date_end)}; it rolls on until it is cancelled.`,
  over: ({ date_end }) => (date_end ? `Ended on ${formatDayShort(date_end)}.` : 'It is over.'),
}

/** The status of a contract and, where it matters, where it stands in time. */
export function ContractChips({ row }: { row: TimedContract }) {
  const state = timeStateOf(row, today(), useExpiringDays())
  const isSaid = state === null || state === 'running'
  // Cancelled and ended say themselves that it is over.
  const isPlain = isSaid || (state === 'over' && row.contract_status !== 'active')
  return (
    <Group gap={6} wrap="nowrap" display="inline-flex">
      <StatusChip value={row.contract_status} label={humanise(row.contract_status)} />
      {!isPlain && (
        <DotChip value={state} label={humanise(state)} explanation={words[state](row)} />
      )}
    </Group>
  )
}
