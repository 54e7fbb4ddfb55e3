import { Button, Text, Title } from '@mantine/core'
import { formatDay } from '#domain/kit/calendar.ts'
import { today } from '#web/kit/frame/today.ts'
import { Money } from '#web/kit/list/cells.tsx'
import { PlainTable } from '#web/kit/list/plain-table.tsx'
import type { OwedItem } from './owed-items.ts'

interface Props {
  rows: readonly OwedItem[] | undefined
  /** What the money is meant for. */
  meant: OwedItem | undefined
  isByReference: boolean
  onChoose: (row: OwedItem) => void
}

/** What the customer owes, and which of it the money is for. */
export function OwedTable({ rows, meant, isByReference, onChoose }: Props) {
  if (!rows) return null
  return (
    <>
      <Title order={2} mb="xs">
        Owed by this customer
      </Title>
      {rows.length === 0 && (
        <Text size="sm" c="dimmed">
          Nothing is owed: the money becomes credit.
        </Text>
      )}
      {rows.length > 0 && (
        <PlainTable
          label="Owed by this customer"
          isNarrow
          spacing={6}
          rows={rows}
          keyOf={(row) => row.key}
          columns={[
            {
              heading: 'Number',
              cell: (row) => (
                <Button
                  variant={row.key === meant?.key ? 'light' : 'default'}
                  aria-pressed={row.key === meant?.key}
                  onClick={() => onChoose(row)}
                >
                  {row.invoice_number}
                </Button>
              ),
            },
            { heading: 'Due', cell: (row) => formatDay(row.due_date) },
            {
              heading: 'Still owed',
              isNumber: true,
              cell: ({ balance, due_date }) => (
                <Money value={balance ?? '0.00'} isOverdue={(due_date ?? '') < today()} />
              ),
            },
          ]}
        />
      )}
      {meant && (
        <Text size="xs" c="dimmed" mt={6}>
          {isByReference
            ? `The reference names ${meant.invoice_number}.`
            : `For ${meant.invoice_number} first.`}
        </Text>
      )}
    </>
  )
}
