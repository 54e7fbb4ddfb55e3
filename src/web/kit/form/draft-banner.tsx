import { Button, Group, Text } from '@mantine/core'
import { formatDay } from '#domain/kit/calendar.ts'
import classes from '#web/kit/frame/banner.module.css'
import { dayShown, formatTime } from '#web/kit/session/clock.ts'
import type { DraftOffer } from './use-draft.ts'

/** Offers what was typed before a reload, a crash or a lost connection. */
export function DraftBanner({ offer }: { offer: DraftOffer | null }) {
  if (!offer) return null
  const { draft, isOutdated, restore, discard } = offer
  const at = Temporal.Instant.fromEpochMilliseconds(draft.at)
  const day = dayShown(at)
  const isToday = day === dayShown(Temporal.Now.instant())
  const when = isToday ? formatTime(at) : `${formatDay(day)}, ${formatTime(at)}`
  return (
    <div className={classes.banner} data-inset data-tone="petrol" role="status">
      <Text size="sm">
        You have unsaved changes from {when}.
        {isOutdated && ' The record has changed since: you see the differences when you save.'}
      </Text>
      <Group gap="xs">
        <Button variant="default" onClick={discard}>
          Discard
        </Button>
        <Button onClick={restore}>Restore</Button>
      </Group>
    </div>
  )
}
