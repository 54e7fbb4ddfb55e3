import { redirect } from 'react-router'
import { isPublic, safeNext } from '#domain/access/navigation.ts'
import { lastRoute } from '#web/kit/session/last-route.ts'
import { session, signInWithStoredToken } from '#web/kit/session/session.ts'

// Customers have no account, and somebody who signs out is not to be signed in again.
const needsNobody = new Set(['/app/signout', '/invoice/', '/contract/', '/account/', '/file/'])
const entrances = new Set(['/', '/app/', '/static/', '/app/signin'])

/** §2: the navigation guard; it runs before every route is entered. */
export async function guard(path: string, request: Request): Promise<null> {
  const url = new URL(request.url)
  if (entrances.has(path)) {
    if (!(await isSignedIn(true))) return null
    throw redirect(afterSignIn(url.searchParams.get('next')))
  }
  if (isPublic(path)) {
    // A public page needs nobody, but greets somebody it knows.
    if (!needsNobody.has(path)) void isSignedIn(true)
    return null
  }
  const here = url.pathname + url.search
  if (!(await isSignedIn(false))) {
    throw redirect(`/app/signin?next=${encodeURIComponent(here)}`)
  }
  return null
}

/** Where to go after sign-in: `next`, else the last visited route, else Home. */
export function afterSignIn(next: string | null): string {
  const { user } = session.get()
  return safeNext(next) ?? (user ? lastRoute(user) : null) ?? '/app/home'
}

async function isSignedIn(isOptional: boolean): Promise<boolean> {
  if (session.get().user) return true
  try {
    return await signInWithStoredToken()
  } catch (cause) {
    if (isOptional) return false
    throw cause
  }
}
