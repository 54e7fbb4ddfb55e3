import { Button, Text } from '@mantine/core'
import classes from '#web/kit/frame/banner.module.css'
import { useSession } from '#web/kit/session/session.ts'
import { fullName } from './person.tsx'
import { signOutAndLeave } from './sign-out.ts'

/** A platform admin who works under another's name is told so on every screen. */
export function ImpersonationBanner() {
  const { user } = useSession()
  if (!user?.impersonator) return null
  return (
    <div className={classes.banner} data-tone="red" role="status">
      <Text size="sm">
        {String(user.impersonator)} is working as {fullName(user)}: everything can be looked at,
        nothing changed, and all of it is logged with both names.
      </Text>
      <Button variant="default" onClick={signOutAndLeave}>
        Return to your own name
      </Button>
    </div>
  )
}
