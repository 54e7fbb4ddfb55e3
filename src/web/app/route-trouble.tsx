import { useEffect } from 'react'
import { useRevalidator, useRouteError } from 'react-router'
import { Trouble } from '#web/kit/frame/nothing-here.tsx'
import { isApiProblem } from '#web/kit/session/api.ts'
import { whenReachedAgain } from '#web/kit/session/connection.ts'

/** Stands in for a screen that could not be loaded or broke; never a blank page. */
export function RouteTrouble() {
  const cause = useRouteError()
  const { revalidate } = useRevalidator()
  useEffect(() => whenReachedAgain(() => void revalidate()), [revalidate])
  if (isApiProblem(cause)) return <Trouble cause={cause} onRetry={() => void revalidate()} />
  console.error(cause)
  return <Trouble cause={cause} onRetry={() => location.reload()} />
}
