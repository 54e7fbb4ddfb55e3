import { Anchor, Button, Paper, Skeleton, Title } from '@mantine/core'
import { IconArrowLeft, IconMessage2 } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { parseAsInteger, useQueryState } from 'nuqs'
import { Link } from 'react-router'
import { plural } from '#domain/kit/wording.ts'
import type { ChatThread } from '#domain/messaging/chat-thread.ts'
import { messageCalls } from '#domain/messaging/message-calls.ts'
import { NothingHere, Trouble } from '#web/kit/frame/nothing-here.tsx'
import { Page } from '#web/kit/frame/page.tsx'
import { send } from '#web/kit/session/send.ts'
import { POLL_MS } from './chat-queries.ts'
import classes from './chats.module.css'
import { CustomerThread } from './customer-thread.tsx'
import { ThreadList } from './thread-list.tsx'

function useThreads() {
  return useInfiniteQuery({
    queryKey: ['messages', 'chats'],
    queryFn: ({ pageParam, signal }) =>
      send(messageCalls.threads, pageParam === null ? {} : { before: pageParam }, { signal }),
    initialPageParam: null as number | null,
    getNextPageParam: ({ info }) => info.next_before,
    staleTime: 0,
    refetchInterval: POLL_MS,
  })
}

/** All chats beside the one that is open; on a phone one of the two. */
export function Screen() {
  const query = useThreads()
  const [open] = useQueryState('customer', parseAsInteger)
  const pages = query.data?.pages ?? []
  const threads = unique(pages.flatMap((page) => page.data ?? []))
  const unread = threads.reduce((sum, thread) => sum + thread.unread, 0)
  const summary = query.isSuccess
    ? `${unread === 0 ? 'Nothing unread' : `${plural(unread, 'unread message')}`}`
    : ' '
  return (
    <Page title="Chats" summary={summary}>
      {query.isPending && <Skeleton height={320} radius="lg" />}
      {query.isError && threads.length === 0 && (
        <Trouble cause={query.error} onRetry={() => void query.refetch()} />
      )}
      {query.isSuccess && threads.length === 0 && open === null && <NoChats />}
      {(threads.length > 0 || open !== null) && (
        <div className={classes.columns} data-open={open !== null || undefined}>
          <Paper p={6} className={classes.list}>
            <ThreadList threads={threads} open={open} />
            {query.hasNextPage && (
              <Button
                variant="subtle"
                fullWidth
                loading={query.isFetchingNextPage}
                onClick={() => void query.fetchNextPage()}
              >
                Older chats
              </Button>
            )}
          </Paper>
          <Paper component="section" className={classes.pane} aria-label="Chat">
            {open === null ? (
              <NothingHere
                title="Choose a chat."
                icon={<IconMessage2 size={36} stroke={1.5} aria-hidden />}
              />
            ) : (
              <OpenThread
                key={open}
                customer_id={open}
                thread={threads.find((thread) => thread.customer_id === open)}
              />
            )}
          </Paper>
        </div>
      )}
    </Page>
  )
}

function NoChats() {
  return (
    <NothingHere
      title="Nothing here yet."
      description="When a customer writes on the page of an invoice, it stands here."
      icon={<IconMessage2 size={36} stroke={1.5} aria-hidden />}
    />
  )
}

function OpenThread(props: { customer_id: number; thread: ChatThread | undefined }) {
  const { customer_id, thread } = props
  return (
    <>
      <header className={classes.head}>
        <Anchor component={Link} to="/app/messages/chats" className={classes.back} size="sm">
          <IconArrowLeft size={15} aria-hidden /> All chats
        </Anchor>
        <Title order={2}>
          <Anchor component={Link} to={`/app/customer/details?id=${customer_id}`} inherit>
            {thread?.customer_name ?? 'The customer'}
          </Anchor>
        </Title>
        {thread?.customer_number && (
          <span className={classes.number}>{thread.customer_number}</span>
        )}
      </header>
      <CustomerThread customer_id={customer_id} />
    </>
  )
}

// A chat that moved up while older ones were fetched is on two pages.
function unique(threads: readonly ChatThread[]): ChatThread[] {
  const seen = new Set<number>()
  return threads.filter(({ customer_id }) => !seen.has(customer_id) && seen.add(customer_id))
}
