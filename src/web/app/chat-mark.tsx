import { ActionIcon, Indicator } from '@mantine/core'
import { IconMessage2 } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { Link, useLocation } from 'react-router'
import { plural } from '#domain/kit/wording.ts'
import { toast } from '#web/kit/frame/toast.tsx'
import { type UnreadMessage, unreadQuery } from '#web/messaging/chat-queries.ts'

const chats = '/app/messages/chats'

/** The way to the customers' chats, with how many messages are unread. */
export function ChatMark() {
  const { data } = useQuery(unreadQuery)
  const unread = data?.total ?? 0
  useTellNew(data?.newest)
  return (
    <Indicator disabled={unread === 0} size={16} offset={5} label={unread > 99 ? '99+' : unread}>
      <ActionIcon
        component={Link}
        to={chats}
        size={30}
        aria-label={unread > 0 ? `Chats, ${unread} unread` : 'Chats'}
      >
        <IconMessage2 size={19} stroke={1.7} aria-hidden />
      </ActionIcon>
    </Indicator>
  )
}

/** Says once that something came in while somebody was at work elsewhere. */
function useTellNew(newest: readonly UnreadMessage[] | undefined): void {
  const { pathname } = useLocation()
  const known = useRef<number | null>(null)
  useEffect(() => {
    if (!newest) return
    const last = known.current
    known.current = Math.max(last ?? 0, ...newest.map(({ id }) => id))
    // What waits when the day begins is no news; the number tells of it.
    if (last === null || pathname === chats) return
    const fresh = newest.filter(({ id }) => id > last)
    const [first] = fresh
    if (!first) return
    toast(
      fresh.length === 1
        ? `${first.sender ?? 'A customer'} has written to us.`
        : `${plural(fresh.length, 'new message')} from customers.`,
    )
  }, [newest, pathname])
}
