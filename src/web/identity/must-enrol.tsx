import { PublicPage } from '#web/kit/frame/public-page.tsx'
import { signInWithStoredToken } from '#web/kit/session/session.ts'
import { SwitchOn } from './totp-panel.tsx'

/** An organisation may ask everybody for a second factor; nothing of it is shown before. */
export function MustEnrol() {
  return (
    <PublicPage
      title="Two-factor sign-in"
      summary="Your organisation asks for a code besides your password. Please set it up to carry on."
    >
      <SwitchOn
        onDone={async () => {
          await signInWithStoredToken()
          location.assign('/app/home')
        }}
      />
    </PublicPage>
  )
}
