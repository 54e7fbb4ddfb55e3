import { Button } from '@mantine/core'
import { IconRefresh } from '@tabler/icons-react'
import { useEffect } from 'react'
import { useLocation } from 'react-router'
import { titleOf } from '#domain/access/navigation.ts'
import { NothingHere } from '#web/kit/frame/nothing-here.tsx'
import { Page } from '#web/kit/frame/page.tsx'
import { whenReachedAgain } from '#web/kit/session/connection.ts'

/** Stands in for a screen whose files did not come: a new version is in place, or no network. */
export function MissingScreen() {
  const { pathname } = useLocation()
  useEffect(() => whenReachedAgain(() => location.reload()), [])
  return (
    <Page title={titleOf(pathname)}>
      <NothingHere
        title="A new version is ready – refresh when you're done."
        description="This page belongs to the new version."
        icon={<IconRefresh size={36} stroke={1.5} aria-hidden />}
      >
        <Button onClick={() => location.reload()}>Refresh</Button>
      </NothingHere>
    </Page>
  )
}
