import { Badge } from '@mantine/core'
import { Link } from 'react-router'
import type { ChatThread } from '#domain/messaging/chat-thread.ts'
import classes from './chats.module.css'
import { shortMomentOf } from './moment.ts'

/** Whose chats there are; unread ones stand first and out. */
export function ThreadList({ threads, open }: { threads: ChatThread[]; open: number | null }) {
  return (
    <ul className={classes.threads} aria-label="Chats">
      {threads.map((thread) => (
        <li key={thread.customer_id}>
          <Link
            to={`/app/messages/chats?customer=${thread.customer_id}`}
            className={classes.item ?? ''}
            aria-current={thread.customer_id === open ? 'true' : undefined}
            data-unread={thread.unread > 0 || undefined}
          >
            <span className={classes.name}>{thread.customer_name}</span>
            <span className={classes.when}>{shortMomentOf(thread.created_at)}</span>
            <span className={classes.words}>
              {thread.direction === 'out' && `${thread.sender ?? 'We'}: `}
              {thread.text_plain}
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
