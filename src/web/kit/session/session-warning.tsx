import { Button, Group, Text } from '@mantine/core'
import { useEffect, useState } from 'react'
import { Dialog } from '#web/kit/dialogs/dialog.tsx'
import { signInWithStoredToken, useSession } from './session.ts'

const warnBeforeMs = 120_000

/** Two minutes before the session ends the user can stay with one click. */
export function SessionWarning() {
  const { endsAt, user } = useSession()
  const [isShown, setIsShown] = useState(false)
  useEffect(() => {
    setIsShown(false)
    if (!user || endsAt === null) return
    const waitMs = Math.max(0, endsAt - Date.now() - warnBeforeMs)
    const timer = setTimeout(() => setIsShown(true), waitMs)
    return () => clearTimeout(timer)
  }, [endsAt, user])
  return (
    <Dialog isOpen={isShown} onClose={() => setIsShown(false)} title="Your session is about to end">
      <Text size="sm" mb="md">
        You'll be asked for your password in about two minutes. What you were typing stays here.
      </Text>
      <Group justify="flex-end">
        <Button
          data-autofocus
          onClick={async () => {
            setIsShown(false)
            // When the token no longer works, the next call asks for the password in place.
            await signInWithStoredToken().catch(() => false)
          }}
        >
          Stay signed in
        </Button>
      </Group>
    </Dialog>
  )
}
