import { Thanks } from './thanks.tsx'

/** §2: after registration the user is told to check the e-mail. */
export function Screen() {
  return (
    <Thanks
      title="Account Created"
      text="We've sent you an email. Please check your email and follow the instructions in it."
      to="/app/signin"
      label="Sign In"
    />
  )
}
