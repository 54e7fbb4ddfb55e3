import { Button } from '@mantine/core'
import { IconRefresh } from '@tabler/icons-react'
import { useEffect } from 'react'
import { useRevalidator, useRouteError } from 'react-router'
import { isApiProblem } from '#web/kit/api.ts'
import { whenReachedAgain } from '#web/kit/connection.ts'
import { ConnectionBanner } from '#web/kit/connection-banner.tsx'
import { NothingHere, Trouble } from '#web/kit/nothing-here.tsx'

/** Stands in for a screen that could not be loaded or broke; never a blank page. */
export function RouteTrouble() {
  const cause = useRouteError()
  const { revalidate } = useRevalidator()
  useEffect(() => whenReachedAgain(() => void revalidate()), [revalidate])
  if (isApiProblem(cause)) {
    return (
      <>
        {cause.status === 0 && <ConnectionBanner />}
        <Trouble cause={cause} onRetry={() => void revalidate()} />
      </>
    )
  }
  if (isMissingChunk(cause)) return <NewVersion />
  console.error(cause)
  return <Trouble cause={cause} onRetry={() => location.reload()} />
}

/** After a new version was put in place, the files of the old one are gone. */
function isMissingChunk(cause: unknown): boolean {
  return (
    cause instanceof Error &&
    /dynamically imported module|module script failed|preload/i.test(cause.message)
  )
}

function NewVersion() {
  return (
    <NothingHere
      title="A new version is ready – refresh when you're done."
      description="This page belongs to the new version."
      icon={<IconRefresh size={36} stroke={1.5} aria-hidden />}
    >
      <Button onClick={() => location.reload()}>Refresh</Button>
    </NothingHere>
  )
}
