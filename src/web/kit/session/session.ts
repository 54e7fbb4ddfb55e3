import { type Role, roleOf } from '#domain/access/role.ts'
import type { PasskeyProof } from '#domain/identity/passkey-calls.ts'
import type { sessionCalls } from '#domain/identity/session-calls.ts'
import type { userCalls } from '#domain/identity/user-calls.ts'
import type { DataOf } from '#domain/kit/call.ts'
import { type Answer, isApiProblem, whenProofIsNeeded } from './api.ts'
import { showClocksOf } from './clock.ts'
import { dropDrafts } from './draft-storage.ts'
import { queryClient } from './query.ts'
import { light, send } from './send.ts'
import { askToSignInAgain } from './session-end.ts'
import { startUp } from './start-up.ts'
import {
  clearSessionKeys,
  readComforts,
  readStored,
  writeComforts,
  writeStored,
} from './storage.ts'
import { createStore, useStore } from './store.ts'
import { expiryOf } from './token.ts'

export type SessionUser = DataOf<typeof userCalls.get>

export interface Session {
  user: SessionUser | null
  role: Role
  /** When the token stops working, in milliseconds; null when unknown. */
  endsAt: number | null
}

export interface Credentials {
  username: string
  password: string
  totp?: string | undefined
  passkey?: PasskeyProof | undefined
}

const guest: Session = { user: null, role: 'guest', endsAt: null }
export const session = createStore<Session>(guest)
export const useSession = () => useStore(session)

const signInCall = light<typeof sessionCalls.signIn>('POST', '/user/signin')
const signOutCall = light<typeof sessionCalls.signOut>('POST', '/user/signout')
const switchCall = light<typeof sessionCalls.switchRole>('POST', '/user/role')
const userCall = light<typeof userCalls.get>('GET', '/user')

// §9: the stored token is used again every hour.
const reauthenticateEveryMs = 3_600_000
const channel = new BroadcastChannel('session')

/** Signs in with what the user typed. */
export async function signIn(credentials: Credentials): Promise<void> {
  // §1: a backend may be one organisation's; whoever comes back goes on where they were.
  const organisation_id = Number(readStored('organisation_id')) || undefined
  accept(await send(signInCall, { ...credentials, organisation_id }, { isSignIn: true }))
  await startUp(session.get().user)
}

/** §4: signs in with the stored token; false when there is none or it no longer works. */
export async function signInWithStoredToken(): Promise<boolean> {
  if (!readStored('token')) return false
  // Tabs take turns, so that none rotates the token under another's feet.
  return navigator.locks.request('session-signin', async () => {
    try {
      accept(await send(signInCall, {}, { isSignIn: true }))
      void startUp(session.get().user)
      return true
    } catch (cause) {
      // No answer says nothing about the token: it is kept, and tried again later.
      if (isApiProblem(cause) && cause.status >= 400 && cause.status < 500) return false
      throw cause
    }
  })
}

/** Takes a new token and user from an answer of sign-in, impersonation or role change. */
export function accept(answer: Answer<SessionUser | null>): void {
  const { data: user } = answer
  if (answer.token) writeStored('token', answer.token)
  if (!user) return
  set(user)
  channel.postMessage({ type: 'signed-in', user })
}

function set(user: SessionUser): void {
  writeStored('organisation_id', user.organisation_id?.toString() ?? null)
  showClocksOf(user.timezone)
  session.set({ user, role: roleOf(user), endsAt: expiryOf(readStored('token')) })
}

/** §4: tells the server, forgets everything of the session and the backend. */
export async function signOut(): Promise<void> {
  const kept = readComforts()
  const answer = await send(signOutCall, {}, { isQuiet: true }).catch(() => null)
  // The answer empties this browser's storage; how the screens look is nobody's secret.
  writeComforts(kept)
  if (answer?.token) {
    // Somebody who worked under another's name is back under their own.
    accept(answer)
    return
  }
  channel.postMessage({ type: 'signed-out' })
  forget()
}

export function forget(): void {
  clearSessionKeys()
  dropDrafts('all', Date.now())
  showClocksOf(null)
  session.set(guest)
  queryClient.clear()
}

/** Goes on in another organisation. */
export async function workIn(organisation_id: number): Promise<void> {
  accept(await send(switchCall, { organisation_id }))
  // A full load leaves nothing of the other organisation in memory.
  location.assign('/app/home')
}

/** Reads the user again after a change of the profile. */
export async function refreshUser(): Promise<void> {
  set((await send(userCall, { id: session.get().user?.id })).data)
}

let renewing: Promise<boolean> | null = null

/** One tab leads and renews hourly; what it learns the others hear. */
export function keepSession(onSignedOutElsewhere: () => void): void {
  whenProofIsNeeded((reason) => {
    if (!session.get().user) return Promise.resolve(false)
    renewing ??= askToSignInAgain(reason).finally(() => {
      renewing = null
    })
    return renewing
  })
  channel.onmessage = ({ data }: MessageEvent<{ type: string; user?: SessionUser }>) => {
    const mine = session.get().user
    if (data.type === 'signed-out' && mine) onSignedOutElsewhere()
    if (data.type !== 'signed-in' || !data.user || !mine) return
    // Another person signed in elsewhere in this browser: this page shows somebody else's work.
    const isSame = data.user.id === mine.id && data.user.organisation_id === mine.organisation_id
    if (isSame) set(data.user)
    else location.reload()
  }
  void navigator.locks.request('session-leader', () => {
    setInterval(() => {
      if (session.get().user) void signInWithStoredToken().catch(() => undefined)
    }, reauthenticateEveryMs)
    // The lock is held for as long as the tab lives.
    return new Promise(() => undefined)
  })
}
