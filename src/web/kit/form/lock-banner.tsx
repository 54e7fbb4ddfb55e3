import { Avatar, Button, Group, Text } from '@mantine/core'
import { atLeast } from '#domain/access/role.ts'
import { initials } from '#domain/kit/wording.ts'
import classes from '#web/kit/frame/banner.module.css'
import { formatTime } from '#web/kit/session/clock.ts'
import { useSession } from '#web/kit/session/session.ts'
import type { Lock } from './use-datalock.ts'

/** Says who else is working here; managers may take over. */
export function LockBanner({ lock, onTakeOver }: { lock: Lock; onTakeOver: () => void }) {
  const { role } = useSession()
  if (lock.state === 'lost') {
    return (
      <div className={classes.banner} data-inset role="status">
        <Text size="sm">
          {lock.message} What you typed is still here: copy what you need, or wait and save later.
        </Text>
      </div>
    )
  }
  if (lock.state !== 'taken') return null
  return (
    <div className={classes.banner} data-inset role="status">
      <Group gap="sm" wrap="nowrap">
        <Avatar size={28} color="amber" aria-hidden>
          {initials(lock.holder)}
        </Avatar>
        <Text size="sm">
          {lock.message}
          {lock.since ? ` Since ${formatTime(lock.since)}.` : ''}
        </Text>
      </Group>
      {atLeast(role, 'manager') && (
        <Button variant="default" onClick={onTakeOver}>
          Take over
        </Button>
      )}
    </div>
  )
}
