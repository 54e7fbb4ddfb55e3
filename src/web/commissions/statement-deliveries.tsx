import { Anchor, Paper, Skeleton, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import type { CommissionStatement } from '#domain/commissions/commissionstatement.ts'
import type { Message } from '#domain/messaging/message.ts'
import { messageStateWords } from '#domain/messaging/message-machine.ts'
import { DotChip } from '#web/kit/frame/chip.tsx'
import { Trouble } from '#web/kit/frame/nothing-here.tsx'
import { type Column, PlainTable } from '#web/kit/list/plain-table.tsx'
import { formatStamp } from '#web/kit/session/clock.ts'
import { deliveriesQuery } from './statement-query.ts'

const lost: ReadonlySet<Message['status']> = new Set(['failed', 'bounced', 'blocked'])

/** Whether the last mail of a statement did not get to the partner. */
export function isUndelivered(mails: readonly Pick<Message, 'status'>[]): boolean {
  const [newest] = mails
  return newest !== undefined && lost.has(newest.status)
}

const columns: Column<Message>[] = [
  {
    heading: 'Address',
    cell: ({ id, recipient }) => (
      <Anchor component={Link} to={`/app/message?id=${id}`} size="sm">
        {recipient}
      </Anchor>
    ),
  },
  { heading: 'When', cell: ({ created_at }) => formatStamp(created_at) },
  {
    heading: 'Delivery',
    cell: ({ status, error }) => (
      <>
        <DotChip value={status} label={messageStateWords[status]} />
        {error && (
          <Text size="xs" c="dimmed">
            {error}
          </Text>
        )}
      </>
    ),
  },
]

function noMail({ statement_number, is_being_drawn }: CommissionStatement): string {
  if (statement_number === null) return 'It has not been sent yet.'
  return is_being_drawn
    ? 'Its PDF is being drawn; the mail leaves with it.'
    : 'No mail of it is kept any more.'
}

/** To whom a statement went, and what became of each mail. */
export function StatementDeliveries({ row }: { row: CommissionStatement }) {
  const { data, error, isPending, refetch } = useQuery(deliveriesQuery(row))
  const isSent = row.statement_number !== null
  return (
    <Paper component="section" aria-label="Delivery">
      <Title order={2} mb="xs">
        Delivery
      </Title>
      {isSent && isPending && <Skeleton height={80} />}
      {error && <Trouble cause={error} onRetry={() => void refetch()} />}
      {(!isSent || data?.length === 0) && (
        <Text size="sm" c="dimmed">
          {noMail(row)}
        </Text>
      )}
      {data && data.length > 0 && (
        <PlainTable label="Delivery" columns={columns} rows={data} keyOf={({ id }) => id} />
      )}
      {data && isUndelivered(data) && (
        <Text size="sm" mt="xs">
          The partner does not have it. Send it again with <strong>Resend</strong>, to another
          address where this one is wrong.
        </Text>
      )}
    </Paper>
  )
}
