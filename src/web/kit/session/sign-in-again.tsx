import { Button, Group, Stack, Text } from '@mantine/core'
import { problems } from '#domain/kit/problem.ts'
import { Dialog } from '#web/kit/dialogs/dialog.tsx'
import { forget, useSession } from './session.ts'
import { passwordAsked } from './session-end.ts'
import { SignInForm } from './sign-in-form.tsx'
import { StepUpForm } from './step-up-form.tsx'
import { useStore } from './store.ts'

/** Lies over the page when the session ends, so that nothing typed below it is lost. */
export function SignInAgain() {
  const asked = useStore(passwordAsked)
  const { user } = useSession()
  const isStepUp = asked?.reason === 'stepUp'
  function giveUp() {
    asked?.answer(false)
    if (isStepUp) return
    forget()
    // A full load leaves nothing of the old session in memory.
    location.assign('/app/signout')
  }
  return (
    <Dialog
      isOpen={asked !== null}
      onClose={() => undefined}
      isForced
      title={isStepUp ? 'Please confirm it is you' : 'Sign In'}
    >
      <Stack>
        <Text size="sm">{isStepUp ? problems.stepUp[1] : problems.unauthorised[1]}</Text>
        {isStepUp ? (
          <StepUpForm onProved={() => asked.answer(true)} />
        ) : (
          <SignInForm username={user?.username} onSignedIn={() => asked?.answer(true)} />
        )}
        <Group justify="flex-end">
          <Button variant="subtle" onClick={giveUp}>
            {isStepUp ? 'Cancel' : 'Sign out instead'}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  )
}
