import { Anchor, Stack, Text } from '@mantine/core'
import { Link } from 'react-router'
import type { NewsItem } from '#domain/reports/news.ts'
import type { CurrentNotification } from '#domain/website/notification-calls.ts'
import { formatStamp } from '#web/kit/session/clock.ts'
import { NoticeMark } from './notice-mark.tsx'

interface Props {
  notices: readonly CurrentNotification[]
  news: readonly NewsItem[]
  /** From when on it was unread when the bell was opened. */
  newSince: string | null
  onFollow: () => void
}

/** What the bell tells, the platform's words first. */
export function BellItems({ notices, news, newSince, onFollow }: Props) {
  if (notices.length + news.length === 0)
    return (
      <Text size="sm" c="dimmed">
        Nothing new.
      </Text>
    )
  return (
    <Stack gap="sm">
      {notices.map((notice) => (
        <BellNotice key={notice.id} notice={notice} />
      ))}
      {news.map((item) => (
        <BellNews
          key={item.key}
          item={item}
          isNew={newSince !== null && item.at >= newSince}
          onFollow={onFollow}
        />
      ))}
    </Stack>
  )
}

/** What the platform tells everybody. */
function BellNotice({ notice }: { notice: CurrentNotification }) {
  return (
    <div>
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
  )
}

interface NewsProps {
  item: NewsItem
  isNew: boolean
  onFollow: () => void
}

/** Something that happened, and the way to it. */
function BellNews({ item, isNew, onFollow }: NewsProps) {
  return (
    <div>
      <Anchor component={Link} to={item.path} size="sm" fw={600} onClick={onFollow}>
        {item.title}
      </Anchor>
      {item.isTrouble && (
        <Text span size="xs" c="red" fw={600} ml={6}>
          Look after it
        </Text>
      )}
      <Text size="sm" lineClamp={2}>
        {item.words}
      </Text>
      <Text size="xs" c="dimmed">
        {isNew && 'New · '}
        {formatStamp(item.at)}
      </Text>
    </div>
  )
}
