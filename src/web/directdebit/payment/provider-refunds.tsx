import { Paper, Text, Title } from '@mantine/core'
import type { ProviderRefund } from '#domain/directdebit/directdebit-calls.ts'
import { formatMoney } from '#domain/kit/money.ts'
import { PlainTable } from '#web/kit/list/plain-table.tsx'
import { formatStamp } from '#web/kit/session/clock.ts'
import { useEvidence } from './evidence-panel.tsx'

const statusInWords: Record<ProviderRefund['refund_status'], string> = {
  asked: 'The provider is being asked',
  sent: 'Under way to the customer',
  paid: 'With the customer',
  returned: 'Came back to us',
  refused: 'The provider refused it',
}

/** What goes back to the customer through the provider, and how far each has come. */
export function ProviderRefunds({ id }: { id: number }) {
  const { data } = useEvidence(id, true)
  if (!data || data.refunds.length === 0) return null
  return (
    <Paper component="section" aria-label="Refunds through the provider">
      <Title order={2}>Refunds through the provider</Title>
      <PlainTable
        label="Refunds through the provider"
        rows={data.refunds}
        keyOf={(refund) => refund.id}
        columns={[
          { heading: 'Asked for', cell: ({ created_at }) => formatStamp(created_at) },
          { heading: 'Amount', cell: ({ amount }) => formatMoney(amount), isNumber: true },
          {
            heading: 'How far',
            cell: ({ refund_status, message }) => (
              <Text size="sm">
                {statusInWords[refund_status]}
                {message && `: ${message}`}
              </Text>
            ),
          },
        ]}
      />
    </Paper>
  )
}
