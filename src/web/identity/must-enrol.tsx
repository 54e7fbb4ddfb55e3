import { signInWithStoredToken } from '#web/kit/session/session.ts'
import { EntranceCard } from './card.tsx'
import { SwitchOn } from './totp-panel.tsx'

/** An organisation may ask everybody for a second factor; nothing of it is shown before. */
export function MustEnrol() {
  return (
    <EntranceCard
      title="Two-factor sign-in"
      text="Your organisation asks for a code besides your password. Please set it up to carry on."
    >
      <SwitchOn
        onDone={async () => {
          await signInWithStoredToken()
          location.assign('/app/home')
        }}
      />
    </EntranceCard>
  )
}
