import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { threadCalls } from '#domain/messaging/thread-calls.ts'
import { send } from '#web/kit/session/send.ts'
import { CustomerThread } from './customer-thread.tsx'
import { ThreadPane } from './thread-pane.tsx'

/** The customer's thread as the inbox has it; before the first message, the place to write one. */
export function CustomerMessages(props: { customer_id: number; isArchived: boolean }) {
  const { customer_id, isArchived } = props
  const { data, isPending } = useQuery({
    queryKey: ['threads', 'of', customer_id],
    queryFn: async ({ signal }) =>
      (await send(threadCalls.list, { customer_id, limit: 50 }, { signal })).data ?? [],
    staleTime: 0,
  })
  if (isPending) return <Skeleton height={200} />
  const thread = data?.find(({ last_at }) => last_at !== null)
  return thread ? (
    <ThreadPane id={thread.id} onLeave={() => {}} isBare isArchived={isArchived} />
  ) : (
    <CustomerThread customer_id={customer_id} isArchived={isArchived} />
  )
}
