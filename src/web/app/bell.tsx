import { ActionIcon, Indicator, Popover, Stack, Text } from '@mantine/core'
import { IconBell } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { formatStamp } from '#domain/kit/calendar.ts'
import type { notificationCalls } from '#domain/website/notification-calls.ts'
import { light, send } from '#web/kit/session/send.ts'
import { saveUserConfig, userConfigsQuery } from '#web/kit/session/start-up.ts'
import { NoticeMark } from './notice-mark.tsx'

const currentCall = light<typeof notificationCalls.current>('GET', '/notifications/current')
const readKey = 'notifications.read'
const askEveryMs = 300_000

/** What the platform tells everybody, with a dot while something is unread. */
export function Bell() {
  const [isOpen, setIsOpen] = useState(false)
  const notices = useQuery({
    queryKey: ['notifications', 'current'],
    queryFn: async () => (await send(currentCall, {})).data ?? [],
    refetchInterval: askEveryMs,
  })
  const configs = useQuery(userConfigsQuery)
  const stored = configs.data?.find((config) => config.name === readKey)?.value
  const read = new Set(Array.isArray(stored) ? stored : [])
  const current = notices.data ?? []
  const unread = current.filter((notice) => !read.has(notice.id)).length
  async function toggle() {
    setIsOpen(!isOpen)
    if (isOpen || unread === 0) return
    await saveUserConfig(
      readKey,
      current.map(({ id }) => id),
    )
  }
  return (
    <Popover opened={isOpen} onChange={setIsOpen} position="bottom-end" width={320}>
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
      <Popover.Dropdown>
        {current.length === 0 && (
          <Text size="sm" c="dimmed">
            Nothing new.
          </Text>
        )}
        <Stack gap="sm">
          {current.map((notice) => (
            <div key={notice.id}>
              <Text size="sm" fw={600}>
                <NoticeMark importance={notice.importance} /> {notice.subject}
              </Text>
              <Text size="sm">{notice.text_plain}</Text>
              {notice.starts_at && (
                <Text size="xs" c="dimmed">
                  {formatStamp(notice.starts_at)}
                </Text>
              )}
            </div>
          ))}
        </Stack>
      </Popover.Dropdown>
    </Popover>
  )
}
