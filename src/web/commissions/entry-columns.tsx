import { Text } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import type { ReactNode } from 'react'
import type { Commission } from '#domain/commissions/commission.ts'
import { derivation, kindWords } from '#domain/commissions/commission-words.ts'
import { formatDay } from '#domain/kit/calendar.ts'
import { Money } from '#web/kit/list/cells.tsx'
import type { Column } from '#web/kit/list/plain-table.tsx'
import { CommissionChip } from './commission-chip.tsx'

type ShownEntry = Pick<
  Commission,
  | ('kind' | 'round' | 'base' | 'share_percent' | 'base_part' | 'rate' | 'rate_unit' | 'amount')
  | ('earned_on' | 'commission_status' | 'reason')
>

interface NamedColumn<E> {
  /** What the entry belongs to, such as its partner or its invoice. */
  heading: string
  of: (entry: E) => ReactNode
}

/** The columns of entries: whose, how the amount came about, how much, and where it stands. */
export function useEntryColumns<E extends ShownEntry>({
  heading,
  of,
}: NamedColumn<E>): Column<E>[] {
  const isSmall = useMediaQuery('screen and (max-width: 959px)') ?? false
  const amount: Column<E> = {
    heading: 'Amount',
    isNumber: true,
    isStrong: true,
    cell: (entry) => <Money value={entry.amount} />,
  }
  const status = (entry: E) => <CommissionChip status={entry.commission_status} />
  // What does not fit beside each other stands below what it is about.
  if (isSmall)
    return [
      {
        heading,
        cell: (entry) => (
          <>
            {of(entry)}
            <Text size="sm">{derivation(entry)}</Text>
            <Text size="xs" c="dimmed">
              {whenAndWhy(entry)}
            </Text>
            {status(entry)}
          </>
        ),
      },
      amount,
    ]
  return [
    { heading, cell: of },
    {
      heading: 'How it came about',
      cell: (entry) => (
        <>
          <Text size="sm">{derivation(entry)}</Text>
          <Text size="xs" c="dimmed">
            {whenAndWhy(entry)}
          </Text>
        </>
      ),
    },
    amount,
    { heading: 'Status', cell: status },
  ]
}

function whenAndWhy({ kind, round, earned_on }: ShownEntry): string {
  const again = round > 1 && kind !== 'clawback' ? `round ${round}` : ''
  return [kindWords[kind], again, formatDay(earned_on)].filter(Boolean).join(' · ')
}
