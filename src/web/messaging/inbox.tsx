import { Button, Paper, SegmentedControl, Skeleton } from '@mantine/core'
import { IconInbox } from '@tabler/icons-react'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { parseAsInteger, parseAsStringLiteral, useQueryState } from 'nuqs'
import { useRef } from 'react'
import { Link } from 'react-router'
import { plural } from '#domain/kit/wording.ts'
import { threadStates, threadStateWords } from '#domain/messaging/thread-machine.ts'
import { NothingHere, Trouble } from '#web/kit/frame/nothing-here.tsx'
import { Page } from '#web/kit/frame/page.tsx'
import { useSingleKeys } from '#web/kit/frame/shortcuts.ts'
import { type ShownKeys, useShownKeys } from '#web/kit/frame/shown-keys.ts'
import classes from './chats.module.css'
import { doubleMailsQuery } from './double-query.ts'
import { InboxList } from './inbox-list.tsx'
import { MessageTabs } from './message-tabs.tsx'
import { ThreadPane } from './thread-pane.tsx'
import { type ThreadView, threadsQuery } from './thread-queries.ts'

const views: readonly ThreadView[] = [...threadStates, 'all']

const keys: ShownKeys = [
  [['j'], 'Next thread'],
  [['k'], 'Previous thread'],
  [['r'], 'Answer'],
  [['n'], 'Note for colleagues'],
  [['a'], 'Assign'],
  [['s'], 'Let it rest'],
  [['d'], 'Done'],
  [['u'], 'Mark as unread'],
  [['/'], 'Bring in a canned reply, while writing'],
  [['@'], 'Name a colleague, in a note'],
  [['Ctrl', 'Enter'], 'Send what is written'],
]

/** What came in on every channel; the open thread beside the list, on a phone one of the two. */
export function Inbox({ isUnmatched }: { isUnmatched: boolean }) {
  const first: ThreadView = isUnmatched ? 'all' : 'open'
  const [view, setView] = useQueryState('state', parseAsStringLiteral(views).withDefault(first))
  const [open, setOpen] = useQueryState('thread', parseAsInteger)
  const query = useInfiniteQuery(threadsQuery(view, isUnmatched))
  const threads = (query.data?.pages ?? []).flatMap(({ data }) => data ?? [])
  const total = query.data?.pages[0]?.info.total ?? 0
  const list = useRef<HTMLUListElement>(null)
  useShownKeys(keys)
  const step = (by: 1 | -1) => {
    const place = threads.findIndex(({ id }) => id === open)
    const next = threads[place < 0 ? 0 : Math.min(threads.length - 1, Math.max(0, place + by))]
    if (next) void setOpen(next.id)
  }
  useSingleKeys({ j: () => step(1), k: () => step(-1) })
  const summary = query.isSuccess ? plural(total, 'thread') : ' '
  return (
    <Page title={isUnmatched ? 'Unmatched' : 'Inbox'} summary={summary} actions={<InboxActions />}>
      <MessageTabs current={isUnmatched ? 'unmatched' : 'inbox'} />
      <div className={classes.columns} data-open={open !== null || undefined}>
        <Paper p={6} className={classes.list}>
          {!isUnmatched && (
            <SegmentedControl
              fullWidth
              size="xs"
              mb={6}
              aria-label="Which threads"
              value={view}
              // The value is always one of the choices below.
              onChange={(next) => void setView(next as ThreadView)}
              data={views.map((value) => ({
                value,
                label: value === 'all' ? 'All' : threadStateWords[value],
              }))}
            />
          )}
          {query.isPending && <Skeleton height={320} radius="lg" />}
          {query.isError && <Trouble cause={query.error} onRetry={() => void query.refetch()} />}
          {query.isSuccess && threads.length === 0 && (
            <NothingHere
              title={view === 'open' ? 'Nobody waits for an answer.' : 'Nothing here.'}
              icon={<IconInbox size={36} stroke={1.5} aria-hidden />}
            />
          )}
          <InboxList threads={threads} open={open} listRef={list} />
          {query.hasNextPage && (
            <Button
              variant="subtle"
              fullWidth
              loading={query.isFetchingNextPage}
              onClick={() => void query.fetchNextPage()}
            >
              Older threads
            </Button>
          )}
        </Paper>
        <Paper component="section" className={classes.pane} aria-label="Thread">
          {open === null ? (
            <NothingHere
              title="Choose a thread."
              description="Or press j: the question mark shows every key."
              icon={<IconInbox size={36} stroke={1.5} aria-hidden />}
            />
          ) : (
            <ThreadPane key={open} id={open} onLeave={() => void setOpen(null)} />
          )}
        </Paper>
      </div>
    </Page>
  )
}

function InboxActions() {
  const double = useQuery(doubleMailsQuery)
  return (
    <>
      {double.data?.is_there && (
        <Button component={Link} to="/app/messages/doubles" variant="default">
          Customers’ phones and mailboxes
        </Button>
      )}
      <Button component={Link} to="/app/message/new">
        New message
      </Button>
    </>
  )
}
