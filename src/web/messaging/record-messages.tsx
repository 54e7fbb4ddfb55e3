import { Anchor, Paper, Skeleton, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import type { Message, message } from '#domain/messaging/message.ts'
import { messageKinds } from '#domain/messaging/message-kind.ts'
import { NothingHere, Trouble } from '#web/kit/frame/nothing-here.tsx'
import { type Column, PlainTable } from '#web/kit/list/plain-table.tsx'
import { formatStamp } from '#web/kit/session/clock.ts'
import { listCall, listInput } from '#web/kit/session/row-calls.ts'
import { send } from '#web/kit/session/send.ts'
import { MessageChip } from './message-chip.tsx'

const MOST = 200
const messages = listCall<typeof message>({ plural: 'messages' })

interface Props {
  /** The record that the messages name beside whom they were written to. */
  about: { contract_id: number } | { adjustment_id: number }
  /** What is written about such a record, where nothing was yet. */
  nothing: string
}

/** What was written about one record, the newest first, and how far each of it got. */
export function RecordMessages({ about, nothing }: Props) {
  const { data, error, isPending, refetch } = useQuery({
    queryKey: ['messages', 'about', about],
    queryFn: async ({ signal }) => {
      const asked = listInput({ ...about, order: '-created_at', limit: MOST })
      return (await send(messages, asked, { signal })).data ?? []
    },
    staleTime: 0,
  })
  if (isPending) return <Skeleton height={80} />
  if (error) return <Trouble cause={error} onRetry={() => void refetch()} />
  if (data.length === 0)
    return <NothingHere title="Nothing was written yet." description={nothing} />
  return (
    <Paper p={0}>
      <PlainTable label="Messages" rows={data} keyOf={({ id }) => id} columns={columns} />
    </Paper>
  )
}

const columns: Column<Message>[] = [
  {
    heading: 'Message',
    isRowHeading: true,
    cell: ({ id, kind, subject }) => (
      <Anchor component={Link} to={`/app/message?id=${id}`} size="sm">
        {subject || messageKinds[kind]}
      </Anchor>
    ),
  },
  { heading: 'What', cell: ({ kind }) => messageKinds[kind] },
  {
    heading: 'With',
    cell: ({ recipient, sender }) => <Text size="sm">{recipient ?? sender}</Text>,
  },
  { heading: 'When', cell: ({ created_at }) => formatStamp(created_at) },
  { heading: 'Delivery', cell: (row) => <MessageChip row={row} /> },
]
