import { Thanks } from './thanks.tsx'

export function Screen() {
  return (
    <Thanks
      title="Change Password"
      text="Thanks. You have successfully changed your password."
      to="/app/home"
      label="Ok"
    />
  )
}
