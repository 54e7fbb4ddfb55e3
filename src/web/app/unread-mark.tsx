import { ActionIcon, Indicator } from '@mantine/core'
import { IconMessage2 } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { Link, useLocation } from 'react-router'
import { plural } from '#domain/kit/wording.ts'
import { toast } from '#web/kit/frame/toast.tsx'
import { type UnreadThread, unreadQuery } from '#web/messaging/chat-queries.ts'

const inbox = '/app/messages'

/** The way to the inbox, with how many threads have something unread, on whatever channel. */
export function UnreadMark() {
  const { data } = useQuery(unreadQuery)
  const unread = data?.total ?? 0
  useTellNew(data?.newest)
  return (
    <Indicator disabled={unread === 0} size={16} offset={5} label={unread > 99 ? '99+' : unread}>
      <ActionIcon
        component={Link}
        to={inbox}
        size={30}
        aria-label={`Messages, ${unread > 0 ? `${plural(unread, 'thread')} unread` : 'none unread'}`}
      >
        <IconMessage2 size={19} stroke={1.7} aria-hidden />
      </ActionIcon>
    </Indicator>
  )
}

const cameAt = ({ last_at }: UnreadThread) => Date.parse(last_at ?? '1970-01-01')

/** Says once that something came in while somebody was at work elsewhere. */
function useTellNew(newest: readonly UnreadThread[] | undefined): void {
  const { pathname } = useLocation()
  const known = useRef<number | null>(null)
  useEffect(() => {
    if (!newest) return
    const last = known.current
    known.current = Math.max(last ?? 0, ...newest.map(cameAt))
    // What waits when the day begins is no news; the number tells of it.
    if (last === null || pathname.startsWith(inbox)) return
    const fresh = newest.filter((one) => one.last_direction === 'in' && cameAt(one) > last)
    const [first] = fresh
    if (!first) return
    toast(
      fresh.length === 1
        ? `${first.name} has written to us.`
        : `${fresh.length} people have written to us.`,
    )
  }, [newest, pathname])
}
