import { Button, Paper, Skeleton, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { threadCalls } from '#domain/messaging/thread-calls.ts'
import { send } from '#web/kit/session/send.ts'
import { ThreadPane } from './thread-pane.tsx'

interface Props {
  party: 'supplier' | 'partner'
  id: number
  isArchived: boolean
}

/** What was said with a supplier or partner, as the inbox has it, on their own page. */
export function PartyMessages({ party, id, isArchived }: Props) {
  const { data, isPending } = useQuery({
    queryKey: ['threads', 'of', party, id],
    queryFn: async ({ signal }) =>
      (await send(threadCalls.list, { [`${party}_id`]: id, limit: 50 }, { signal })).data ?? [],
    staleTime: 0,
  })
  const thread = data?.find(({ last_at }) => last_at !== null)
  return (
    <Paper component="section" aria-label="Messages" mt="md">
      <Title order={2} mb="xs">
        Messages
      </Title>
      {isPending && <Skeleton height={120} />}
      {thread && <ThreadPane id={thread.id} onLeave={() => {}} isBare isArchived={isArchived} />}
      {data && !thread && (
        <Text size="sm" c="dimmed" mb={isArchived ? 0 : 'xs'}>
          Nothing was written yet.
        </Text>
      )}
      {data && !thread && !isArchived && (
        <Button
          component={Link}
          to={`/app/message/new?to=${party}&${party}=${id}`}
          variant="default"
        >
          Write an email
        </Button>
      )}
    </Paper>
  )
}
