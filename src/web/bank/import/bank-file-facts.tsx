import { Alert, Button, Group, Text } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import type { BankImport } from '#domain/bank/bankimport.ts'
import { formatDayShort } from '#domain/kit/calendar.ts'
import { formatMoney } from '#domain/kit/money.ts'
import { plural } from '#domain/kit/wording.ts'
import { positionsQuery } from '#web/bank/bank-query.ts'

/** Whose file it is, of which days, and what the account held before and after. */
export function BankFileFacts({ row }: { row: BankImport }) {
  const { data: accounts } = useQuery(positionsQuery)
  const { bankaccount_id, period_from, period_to, opening_balance, closing_balance } = row
  const days = [period_from, period_to].filter((day) => day !== null).map(formatDayShort)
  const said = [
    accounts?.find((one) => one.bankaccount_id === bankaccount_id)?.name,
    [...new Set(days)].join(' to '),
    opening_balance !== null && `began with ${formatMoney(opening_balance)}`,
    closing_balance !== null && `ended with ${formatMoney(closing_balance)}`,
  ]
  return <Text size="sm">{said.filter(Boolean).join(' · ')}</Text>
}

/** What came of the file; its lines are matched in the background. */
export function BankLinesDone({ row }: { row: BankImport }) {
  const leftOut = row.rows_rejected ?? 0
  const where = `/app/banktransactions?account=${row.bankaccount_id}`
  return (
    <Alert
      color="petrol"
      role="status"
      icon={<IconCheck size={18} aria-hidden />}
      title="Statement imported"
    >
      <BankFileFacts row={row} />
      <Group gap="md">
        <span>
          {plural(row.rows_accepted ?? 0, 'new line')}
          {leftOut > 0 ? `, ${plural(leftOut, 'row')} already here or left out` : ''}. What is
          certain is matched by itself.
        </span>
        <Button component={Link} to={where}>
          Go to the lines
        </Button>
      </Group>
    </Alert>
  )
}
