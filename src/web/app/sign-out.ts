import { mayLeave } from '#web/kit/form/unsaved.ts'
import { forget, session, signOut } from '#web/kit/session/session.ts'

/** Asks for unsaved changes, signs out and shows the sign-in screen. */
export async function signOutAndLeave(): Promise<void> {
  if (!(await mayLeave())) return
  await signOut()
  if (session.get().user) location.assign('/app/home')
  else leaveForSignOut()
}

/** A full load leaves nothing of the old session in memory. */
export function leaveForSignOut(): void {
  forget()
  location.assign('/app/signout')
}
