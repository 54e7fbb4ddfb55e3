import { Anchor, Paper, Skeleton, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { messageDeliveryWords } from '#domain/messaging/message-event.ts'
import { messageKinds } from '#domain/messaging/message-kind.ts'
import { messageStateWords } from '#domain/messaging/message-machine.ts'
import { troubleOf } from '#domain/messaging/message-trouble.ts'
import { DotChip } from '#web/kit/frame/chip.tsx'
import { PlainTable } from '#web/kit/list/plain-table.tsx'
import { formatStamp } from '#web/kit/session/clock.ts'
import { deliveriesQuery } from './invoice-queries.ts'

/** To whom the invoice and its reminders went, and what became of each mail. */
export function DeliveriesPanel({ id }: { id: number }) {
  const { data, isPending } = useQuery(deliveriesQuery(id))
  if (isPending) return <Skeleton height={80} radius="lg" />
  return (
    <Paper component="section">
      <Title order={2} mb="xs">
        Sent to
      </Title>
      {(data ?? []).length === 0 && (
        <Text size="sm" c="dimmed">
          No mail went out.
        </Text>
      )}
      {data && data.length > 0 && (
        <PlainTable
          label="Sent to"
          rows={data}
          keyOf={(one) => one.id}
          columns={[
            {
              heading: 'Address',
              cell: (one) => (
                <Anchor size="sm" component={Link} to={`/app/message?id=${one.id}`}>
                  {one.recipient}
                </Anchor>
              ),
            },
            { heading: 'What', cell: (one) => messageKinds[one.kind] },
            { heading: 'When', cell: (one) => formatStamp(one.created_at) },
            {
              heading: 'Delivery',
              cell: (one) => {
                const isLate = troubleOf(one)?.kind === 'delayed'
                return (
                  <DotChip
                    value={isLate ? 'delayed' : one.status}
                    label={isLate ? messageDeliveryWords.delayed : messageStateWords[one.status]}
                    explanation={one.error ?? undefined}
                  />
                )
              },
            },
          ]}
        />
      )}
    </Paper>
  )
}
