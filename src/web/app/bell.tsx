import { ActionIcon, Indicator, Popover } from '@mantine/core'
import { IconBell } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import type { newsCalls } from '#domain/reports/news-calls.ts'
import type { CurrentNotification, notificationCalls } from '#domain/website/notification-calls.ts'
import { patientLoad } from '#web/kit/frame/patient-load.ts'
import { light, send } from '#web/kit/session/send.ts'
import { useSession } from '#web/kit/session/session.ts'
import { saveUserConfig, userConfigsQuery } from '#web/kit/session/start-up.ts'

const BellItems = lazy(async () => {
  const { BellItems } = await patientLoad(() => import('./bell-items.tsx'))
  return { default: BellItems }
})
const currentCall = light<typeof notificationCalls.current>('GET', '/notifications/current')
const newsCall = light<typeof newsCalls.read>('GET', '/news')
const readKey = 'notifications.read'
const newsReadKey = 'news.read_until'
const askEveryMs = 300_000
const newsEveryMs = 60_000

/** What happened in the office and what the platform tells everybody; a dot while any is unread. */
export function Bell() {
  const [isOpen, setIsOpen] = useState(false)
  const { current, news, markRead } = useBell()
  // What was new when it was opened stays marked while it is open.
  const [newSince, setNewSince] = useState<string | null>(null)
  const unread = current.filter((one) => one.isNew).length + news.filter((one) => one.isNew).length
  async function toggle() {
    setIsOpen(!isOpen)
    if (isOpen) return
    setNewSince(news.findLast((one) => one.isNew)?.at ?? null)
    if (unread > 0) await markRead()
  }
  return (
    <Popover opened={isOpen} onChange={setIsOpen} position="bottom-end" width={340}>
      <Indicator disabled={unread === 0} color="red" size={8} offset={5}>
        <Popover.Target>
          <ActionIcon
            size={30}
            aria-label={unread > 0 ? `Notifications, ${unread} new` : 'Notifications'}
            onClick={toggle}
          >
            <IconBell size={19} stroke={1.7} aria-hidden />
          </ActionIcon>
        </Popover.Target>
      </Indicator>
      <Popover.Dropdown mah="70vh" style={{ overflowY: 'auto' }}>
        <Suspense>
          {isOpen && (
            <BellItems
              notices={current}
              news={news}
              newSince={newSince}
              onFollow={() => setIsOpen(false)}
            />
          )}
        </Suspense>
      </Popover.Dropdown>
    </Popover>
  )
}

/** Both kinds, each with whether it was read, at whatever browser that was. */
function useBell() {
  const notices = useQuery({
    queryKey: ['notifications', 'current'],
    queryFn: async () => (await send(currentCall, {})).data ?? [],
    refetchInterval: askEveryMs,
  })
  const { user } = useSession()
  const told = useQuery({
    queryKey: ['news'],
    queryFn: async () => (await send(newsCall, {})).data ?? [],
    refetchInterval: newsEveryMs,
    enabled: Boolean(user?.organisation_id),
  })
  const configs = useQuery(userConfigsQuery)
  const storedAs = (name: string) => configs.data?.find((config) => config.name === name)?.value
  const readIds = storedAs(readKey)
  const read = new Set<unknown>(Array.isArray(readIds) ? readIds : [])
  const until = String(storedAs(newsReadKey) ?? '')
  const isKnown = configs.isSuccess
  const current = (notices.data ?? []).map((notice: CurrentNotification) => ({
    ...notice,
    isNew: isKnown && !read.has(notice.id),
  }))
  const news = (told.data ?? []).map((item) => ({ ...item, isNew: isKnown && item.at > until }))
  return {
    current,
    news,
    async markRead() {
      await saveUserConfig(
        readKey,
        current.map(({ id }) => id),
      )
      if (news[0]) await saveUserConfig(newsReadKey, news[0].at)
    },
  }
}
