import { Button, Group, Text } from '@mantine/core'
import { IconPlugConnectedX } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { problems } from '#domain/kit/problem.ts'
import classes from '#web/kit/frame/banner.module.css'
import { formatTime } from './clock.ts'
import { connection, probeNow } from './connection.ts'
import { useStore } from './store.ts'

/** Says that the server does not answer, since when, and when it is tried again. */
export function ConnectionBanner() {
  const { lostAt, nextTryAt } = useStore(connection)
  const now = useNow(lostAt !== null)
  if (lostAt === null) return null
  const seconds = Math.max(0, Math.ceil((nextTryAt - now) / 1000))
  return (
    <div className={classes.banner} data-tone="amber" role="status">
      <Group gap="xs" wrap="nowrap">
        <IconPlugConnectedX size={18} aria-hidden />
        <Text size="sm">
          {problems.unavailable[1]} What you see is as at{' '}
          {formatTime(new Date(lostAt).toISOString())}.
        </Text>
      </Group>
      <Group gap="xs" wrap="nowrap">
        <Text size="sm" aria-hidden>
          {seconds > 0 ? `Trying again in ${seconds} s` : 'Trying …'}
        </Text>
        <Button variant="default" onClick={probeNow}>
          Try now
        </Button>
      </Group>
    </div>
  )
}

function useNow(isRunning: boolean): number {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    if (!isRunning) return
    const timer = setInterval(() => setNow(Date.now()), 500)
    return () => clearInterval(timer)
  }, [isRunning])
  return now
}
