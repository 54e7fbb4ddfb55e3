import { useLocation } from 'react-router'
import { titleOf } from '#domain/access/navigation.ts'
import { NotYet } from '#web/kit/frame/nothing-here.tsx'
import { Page } from '#web/kit/frame/page.tsx'

/** An address whose capability is still to come. */
export function Screen() {
  const { pathname } = useLocation()
  return (
    <Page title={titleOf(pathname)}>
      <NotYet />
    </Page>
  )
}
