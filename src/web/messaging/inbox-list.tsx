import { Badge } from '@mantine/core'
import type { Ref } from 'react'
import { Link, useLocation } from 'react-router'
import { isLate } from '#domain/messaging/answer-within.ts'
import type { Thread } from '#domain/messaging/thread.ts'
import { useAnswerWithin } from './answer-within.ts'
import classes from './chats.module.css'
import { shortMomentOf } from './moment.ts'

interface Props {
  threads: readonly Thread[]
  open: number | null
  listRef: Ref<HTMLUListElement>
}

const channels = { chat: 'Chat', email: 'Email', sms: 'SMS' }

/** Whose threads there are; unread ones stand out, and whoever waits too long is amber. */
export function InboxList({ threads, open, listRef }: Props) {
  const { search } = useLocation()
  const hours = useAnswerWithin()
  const to = (id: number) => {
    const params = new URLSearchParams(search)
    params.set('thread', String(id))
    return `/app/messages?${params}`
  }
  return (
    <ul className={classes.threads} aria-label="Threads" ref={listRef}>
      {threads.map((thread) => (
        <li key={thread.id}>
          <Link
            to={to(thread.id)}
            className={classes.item ?? ''}
            aria-current={thread.id === open ? 'true' : undefined}
            data-unread={thread.unread > 0 || undefined}
            data-late={isLate(thread.waiting_since, Temporal.Now.instant(), hours) || undefined}
          >
            <span className={classes.name}>{thread.name}</span>
            <span className={classes.when}>{thread.last_at && shortMomentOf(thread.last_at)}</span>
            <span className={classes.words}>
              {thread.last_type && `${channels[thread.last_type]} · `}
              {thread.last_direction === 'out' && 'We: '}
              {thread.last_words}
            </span>
            {thread.unread > 0 && (
              <Badge
                variant="filled"
                circle={thread.unread < 10}
                className={classes.count ?? ''}
                aria-hidden
              >
                {thread.unread}
              </Badge>
            )}
            {thread.unread > 0 && <span className={classes.unseen}>{thread.unread} unread</span>}
          </Link>
        </li>
      ))}
    </ul>
  )
}
