import { Button, Group, Paper, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { chargeCalls } from '#domain/invoices/charge-calls.ts'
import { businessToday, formatDay } from '#domain/kit/calendar.ts'
import { Money } from '#web/kit/list/cells.tsx'
import { PlainTable } from '#web/kit/list/plain-table.tsx'
import { send } from '#web/kit/session/send.ts'

interface Props {
  customer_id: number
  isArchived: boolean
}

/** Fees and credits nobody has billed yet; shown only where there are some. */
export function WaitingCharges({ customer_id, isArchived }: Props) {
  const { data } = useQuery({
    queryKey: ['charges', customer_id],
    queryFn: async ({ signal }) =>
      (await send(chargeCalls.list, { customer_id }, { signal })).data ?? [],
    staleTime: 0,
  })
  if (!data || data.length === 0) return null
  return (
    <Paper component="section">
      <Group justify="space-between" mb="xs">
        <div>
          <Title order={2}>Waiting for the next invoice</Title>
          <Text size="sm" c="dimmed">
            Without GST; in no balance until an invoice bills it.
          </Text>
        </div>
        {!isArchived && (
          <Button
            component={Link}
            to={`/app/invoice/new?customer_id=${customer_id}&alone=1`}
            variant="default"
          >
            Bill by itself
          </Button>
        )}
      </Group>
      <PlainTable
        label="Waiting for the next invoice"
        rows={data}
        keyOf={(one) => one.id}
        columns={[
          { heading: 'Charge', cell: (one) => one.name },
          {
            heading: 'Since',
            cell: (one) => formatDay(businessToday(Temporal.Instant.from(one.created_at))),
          },
          {
            heading: 'Amount',
            isNumber: true,
            isStrong: true,
            cell: (one) => <Money value={one.amount} />,
          },
        ]}
      />
    </Paper>
  )
}
