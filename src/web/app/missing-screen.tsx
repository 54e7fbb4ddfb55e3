import { Button } from '@mantine/core'
import { IconPlugConnectedX, IconRefresh } from '@tabler/icons-react'
import { type ComponentType, useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import { titleOf } from '#domain/access/navigation.ts'
import { NothingHere } from '#web/kit/frame/nothing-here.tsx'
import { Page } from '#web/kit/frame/page.tsx'
import { isReachable, probeNow, whenReachedAgain } from '#web/kit/session/connection.ts'

interface Props {
  /** Gets the screen's files. */
  load: () => Promise<ComponentType>
}

/** Stands in for a screen whose files did not come: no network, or a new version is in place. */
export function MissingScreen({ load }: Props) {
  const { pathname } = useLocation()
  const [Screen, setScreen] = useState<ComponentType | null>(null)
  const [cause, setCause] = useState<'unknown' | 'offline' | 'version'>('unknown')
  useEffect(() => {
    const loadAgain = () =>
      load().then(
        (screen) => setScreen(() => screen),
        () => setCause('version'),
      )
    void isReachable().then((isThere) => (isThere ? loadAgain() : setCause('offline')))
    // Files of a version that is gone do not come either: a fresh start finds the new ones.
    return whenReachedAgain(() => {
      load().then(
        (screen) => setScreen(() => screen),
        () => location.reload(),
      )
    })
  }, [load])
  if (Screen) return <Screen />
  return (
    <Page title={titleOf(pathname)}>
      {cause === 'offline' && (
        <NothingHere
          title="You are offline, and this screen has not been loaded yet."
          description="It opens by itself as soon as the connection is back."
          icon={<IconPlugConnectedX size={36} stroke={1.5} aria-hidden />}
        >
          <Button onClick={probeNow}>Try now</Button>
        </NothingHere>
      )}
      {cause === 'version' && (
        <NothingHere
          title="A new version is ready – refresh when you're done."
          description="This page belongs to the new version."
          icon={<IconRefresh size={36} stroke={1.5} aria-hidden />}
        >
          <Button onClick={() => location.reload()}>Refresh</Button>
        </NothingHere>
      )}
    </Page>
  )
}
