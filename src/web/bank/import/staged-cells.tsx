import { Anchor, Button, Group, Text } from '@mantine/core'
import { Link } from 'react-router'
import { type BankImport, type StagedBankLine, stagedbankline } from '#domain/bank/bankimport.ts'
import { csvTables } from '#domain/bank/file/csv-layouts.ts'
import { formatDay } from '#domain/kit/calendar.ts'
import { labelOf } from '#domain/kit/entity.ts'
import { parseMoney } from '#domain/kit/money.ts'
import { StatusChip } from '#web/kit/frame/chip.tsx'
import { EditCell } from '#web/kit/import/edit-cell.tsx'
import type { CellProps, PoolColumn } from '#web/kit/import/import-screen.ts'
import { dayIn, whyNoDay } from '#web/kit/import/typed-cells.ts'
import { Money } from '#web/kit/list/cells.tsx'

type Props = CellProps<StagedBankLine>
type TextCell = (typeof texts)[number]

const called = (name: string, { row_number }: StagedBankLine) =>
  `${labelOf(stagedbankline, name)}, row ${row_number}`

const isError = ({ row_status }: StagedBankLine) => row_status === 'error'

function DayCell({ row, isOpen, mend }: Props) {
  const shown = formatDay(row.transaction_date)
  if (!isOpen) return shown || '–'
  return (
    <EditCell
      label={called('transaction_date', row)}
      value={shown}
      isWrong={isError(row) && (row.transaction_date === null || /date/.test(row.message ?? ''))}
      read={dayIn}
      expected={whyNoDay}
      onSave={(transaction_date) => mend(row.id, { transaction_date })}
    />
  )
}

function AmountCell({ row, isOpen, mend }: Props) {
  if (!isOpen) return row.amount === null ? '–' : <Money value={row.amount} />
  return (
    <EditCell
      label={called('amount', row)}
      value={row.amount ?? ''}
      isWrong={isError(row) && (row.amount === null || /amount/.test(row.message ?? ''))}
      isNumber
      read={parseMoney}
      expected="Please enter dollars and cents."
      onSave={(amount) => mend(row.id, { amount })}
    />
  )
}

function textColumn(name: TextCell): PoolColumn<StagedBankLine> {
  return {
    label: labelOf(stagedbankline, name),
    cell: ({ row, isOpen, mend }) =>
      isOpen ? (
        <EditCell
          label={called(name, row)}
          value={row[name] ?? ''}
          isWrong={false}
          read={(text) => text}
          onSave={(text) => mend(row.id, { [name]: text })}
        />
      ) : (
        row[name] || '–'
      ),
  }
}

const texts = ['other_party', 'particulars', 'code', 'reference', 'memo'] as const

/** The columns of the rows that wait, as far as the bank's own table has them. */
export function poolColumns({ layout }: BankImport): PoolColumn<StagedBankLine>[] {
  const table = Object.entries(csvTables).find(([name]) => name === layout)?.[1]
  const shown = texts.filter((name) => !table || name in table.columns)
  return [
    { label: 'Date', cell: (props) => <DayCell {...props} /> },
    { label: 'Amount', isNumber: true, cell: (props) => <AmountCell {...props} /> },
    ...shown.map(textColumn),
  ]
}

const words = { new: 'New', known: 'Already here', doubtful: 'Doubtful', error: 'Error' } as const
const tones = { new: 'ready', known: 'known', doubtful: 'waiting', error: 'failed' } as const

export function wordsOfLine({ row_status, message }: StagedBankLine): string {
  return message ?? words[row_status]
}

/** What a row is; of a doubtful one somebody says whether it is the line that is here already. */
export function LineState({ row, isOpen, mend }: Props) {
  const { staged_status, row_status, message, banktransaction_id, row_number } = row
  const isTaken = staged_status === 'accepted'
  const decide = (decision: 'same' | 'new') =>
    void mend(row.id, { decision }).catch(() => undefined)
  return (
    <>
      <StatusChip
        value={isTaken ? 'accepted' : tones[row_status]}
        label={isTaken ? 'Accepted' : words[row_status]}
      />
      {message && <Text size="xs">{message}</Text>}
      {banktransaction_id !== null && (
        <Anchor
          component={Link}
          size="xs"
          {...(message ? { display: 'block' } : { ml: 8 })}
          to={`/app/banktransaction?id=${banktransaction_id}`}
          aria-label={`See the line of row ${row_number}`}
        >
          See the line
        </Anchor>
      )}
      {isOpen && row_status === 'doubtful' && (
        <Group gap={4} mt={4} wrap="nowrap">
          <Button variant="default" onClick={() => decide('same')}>
            The same line
          </Button>
          <Button variant="default" onClick={() => decide('new')}>
            Another line
          </Button>
        </Group>
      )}
    </>
  )
}
