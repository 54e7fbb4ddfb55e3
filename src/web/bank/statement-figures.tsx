import { Text } from '@mantine/core'
import type { StatementInfo } from '#domain/bank/bank-calls.ts'
import type { BankStatement } from '#domain/bank/bankstatement.ts'
import { cents, toDecimalString, wholeCents } from '#domain/kit/money.ts'
import { plural } from '#domain/kit/wording.ts'
import { Money } from '#web/kit/list/cells.tsx'
import { PlainTable } from '#web/kit/list/plain-table.tsx'

interface Figure {
  label: string
  value: string
  isSum?: boolean
}

/** From what the books say to what the bank should say, step by step, and what is left over. */
export function StatementFigures({ row, info }: { row: BankStatement; info: StatementInfo }) {
  const outstanding = toDecimalString(wholeCents(-cents(info.outstanding)))
  const expected = cents(info.book_balance) + cents(info.unmatched) - cents(info.outstanding)
  const figures: Figure[] = [
    { label: 'The books say', value: info.book_balance },
    {
      label: `Not explained yet, ${plural(info.unmatched_lines, 'line')}`,
      value: info.unmatched,
    },
    { label: 'Booked, and not on the bank yet', value: outstanding },
    {
      label: 'So the bank should say',
      value: toDecimalString(wholeCents(expected)),
      isSum: true,
    },
    { label: 'The bank says', value: row.closing_balance },
    { label: 'Difference', value: info.difference, isSum: true },
  ]
  return (
    <PlainTable
      label="Bank against books"
      isNarrow
      rows={figures}
      keyOf={({ label }) => label}
      columns={[
        {
          heading: 'Figure',
          isRowHeading: true,
          cell: ({ label, isSum }) => (
            <Text component="span" size="sm" fw={isSum ? 650 : 400}>
              {label}
            </Text>
          ),
        },
        {
          heading: 'Amount',
          isNumber: true,
          cell: ({ value, isSum }) => (
            <Text component="span" size="sm" fw={isSum ? 650 : 400}>
              <Money value={value} />
            </Text>
          ),
        },
      ]}
    />
  )
}
