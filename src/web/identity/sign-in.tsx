import { Anchor, Group } from '@mantine/core'
import { useEffect } from 'react'
import { Link, useLocation, useNavigate, useSearchParams } from 'react-router'
import { safeNext, titleOf } from '#domain/access/navigation.ts'
import { PublicPage } from '#web/kit/frame/public-page.tsx'
import { SiteFoot, SiteHead } from '#web/kit/frame/site-frame.tsx'
import { lastRoute } from '#web/kit/session/last-route.ts'
import { session, signOut } from '#web/kit/session/session.ts'
import { SignInForm } from '#web/kit/session/sign-in-form.tsx'
import { readStored } from '#web/kit/session/storage.ts'
import { BackendChooser } from './backend-chooser.tsx'

/** Sign-in at /, /app/, /static/ and /app/signin, and after signing out. */
export function Screen() {
  const { pathname } = useLocation()
  const [params] = useSearchParams()
  const navigate = useNavigate()
  const isSignedOut = pathname === '/app/signout'
  useEffect(() => {
    // Opening the address itself signs out as well.
    if (isSignedOut && (session.get().user || readStored('token'))) void signOut()
  }, [isSignedOut])
  function enter() {
    const { user } = session.get()
    const last = user ? lastRoute(user) : null
    void navigate(safeNext(params.get('next')) ?? last ?? '/app/home', { replace: true })
  }
  return (
    <PublicPage
      title={titleOf(pathname)}
      summary={
        isSignedOut ? 'You are signed out. You can sign back in below.' : 'Please sign in below'
      }
    >
      <SiteHead />
      <BackendChooser />
      <SignInForm onSignedIn={enter} />
      <Group justify="space-between">
        <Anchor component={Link} to="/app/password/reset" size="sm">
          Forgot your password?
        </Anchor>
        <Anchor component={Link} to="/app/register/email" size="sm">
          Create Account
        </Anchor>
      </Group>
      <SiteFoot />
    </PublicPage>
  )
}
