import { DefaultSignature } from '#web/contracts/default-signature.tsx'
import { ProfileScreen } from '#web/identity/profile.tsx'

/** The profile, with what modules above the account's own keep for a person. */
export function Screen() {
  return (
    <ProfileScreen>
      <DefaultSignature />
    </ProfileScreen>
  )
}
