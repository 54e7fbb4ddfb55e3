import { lazy, type ReactNode, Suspense } from 'react'
import { useLocation } from 'react-router'
import { isPublic, mayEnter, titleOf } from '#domain/access/navigation.ts'
import { QuickStart } from '#web/identity/quick-start.tsx'
import { NoPermission } from '#web/kit/frame/nothing-here.tsx'
import { Page } from '#web/kit/frame/page.tsx'
import { useSession } from '#web/kit/session/session.ts'

const MustEnrol = lazy(async () => ({
  default: (await import('#web/identity/must-enrol.tsx')).MustEnrol,
}))

const ownPages = new Set([
  '/app/profile/edit',
  '/app/password/change',
  '/app/password/change-thanks',
])

/** Shows the screen to those who may enter it, and the others why not. */
export function Access({ children }: { children: ReactNode }) {
  const { user, role } = useSession()
  const { pathname } = useLocation()
  // Without a user the guard has not let anybody in: what shows is why.
  if (!user || isPublic(pathname) || mayEnter(role, pathname)) return children
  if (role === 'guest') {
    if (ownPages.has(pathname)) return children
    if (!user.totp_enrolment_required) return <QuickStart />
    return (
      <Suspense>
        <MustEnrol />
      </Suspense>
    )
  }
  return (
    <Page title={titleOf(pathname)}>
      <NoPermission />
    </Page>
  )
}
