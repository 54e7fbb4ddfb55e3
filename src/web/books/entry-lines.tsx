import { Paper, Skeleton, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { accountText } from '#domain/books/account-names.ts'
import { accounttransactionCalls } from '#domain/books/accounttransaction-calls.ts'
import { cents, formatMoney, toDecimalString, wholeCents } from '#domain/kit/money.ts'
import { Trouble } from '#web/kit/frame/nothing-here.tsx'
import { PlainTable } from '#web/kit/list/plain-table.tsx'
import { send } from '#web/kit/session/send.ts'

/** The lines of an entry in words: what was debited and what credited. */
export function EntryLines({ transaction_id }: { transaction_id: number }) {
  const { data, isPending, error, refetch } = useQuery({
    queryKey: ['transactions', 'lines', transaction_id],
    queryFn: async ({ signal }) => {
      const params = { transaction_id, order: 'id', limit: 50 }
      return (await send(accounttransactionCalls.list, params, { signal })).data ?? []
    },
  })
  if (isPending) return <Skeleton height={120} radius="lg" />
  if (error) return <Trouble cause={error} onRetry={() => void refetch()} />
  const side = (amount: string, sign: 1 | -1) => {
    const value = wholeCents(cents(amount) * sign)
    return value > 0 ? formatMoney(toDecimalString(value)) : ''
  }
  return (
    <Paper component="section">
      <Title order={2} mb="xs">
        Lines
      </Title>
      <PlainTable
        label="Lines of the entry"
        rows={data}
        keyOf={(line) => line.id}
        columns={[
          { heading: 'Account', cell: (line) => accountText(line.account) },
          { heading: 'Debit', isNumber: true, cell: (line) => side(line.amount, 1) },
          { heading: 'Credit', isNumber: true, cell: (line) => side(line.amount, -1) },
        ]}
      />
    </Paper>
  )
}
