import { Thanks } from './thanks.tsx'

export function Screen() {
  return (
    <Thanks
      title="Password Reset"
      text="Thanks. You have successfully reset your password."
      to="/app/signin"
      label="Sign In"
    />
  )
}
