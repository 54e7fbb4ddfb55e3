import { Alert, Button, PasswordInput, Stack, TextInput } from '@mantine/core'
import { useState } from 'react'
import type { passkeyCalls } from '#domain/identity/passkey-calls.ts'
import type { sessionCalls } from '#domain/identity/session-calls.ts'
import { useSubmit } from '#web/kit/form/use-submit.ts'
import { answerPasskey } from './passkey.ts'
import { light, send } from './send.ts'
import { useSession } from './session.ts'

const askPasskeyCall = light<typeof passkeyCalls.ask>('POST', '/user/stepup/passkey')
const stepUpCall = light<typeof sessionCalls.stepUp>('POST', '/user/stepup')

/** Proves again who is there: the code where two-factor sign-in is on, else the password. */
export function StepUpForm({ onProved }: { onProved: () => void }) {
  const { user } = useSession()
  const [typed, setTyped] = useState('')
  const isCode = user?.has_totp === true
  const submit = useSubmit(async () => {
    const body = isCode ? { totp: typed } : { password: typed }
    await send(stepUpCall, body, { isSignIn: true })
    onProved()
  })
  const byPasskey = useSubmit(async () => {
    const question = (await send(askPasskeyCall, {}, { isSignIn: true })).data
    await send(stepUpCall, { passkey: await answerPasskey(question) }, { isSignIn: true })
    onProved()
  })
  const problem = submit.problem ?? byPasskey.problem
  const props = {
    value: typed,
    required: true,
    withAsterisk: false,
    'data-autofocus': true,
    onChange: (event: { currentTarget: { value: string } }) => setTyped(event.currentTarget.value),
  }
  return (
    <form onSubmit={submit.onSubmit} aria-label="Confirm it is you">
      <Stack gap="sm">
        {problem && (
          <Alert color="red" role="alert">
            {problem}
          </Alert>
        )}
        {isCode ? (
          <TextInput
            {...props}
            label="Code from your authenticator app"
            description="Or one of your recovery codes."
            autoComplete="one-time-code"
          />
        ) : (
          <PasswordInput {...props} label="Password" autoComplete="current-password" />
        )}
        <Button type="submit" size="sm" loading={submit.isBusy}>
          Ok
        </Button>
        {isCode && (
          <Button
            variant="default"
            size="sm"
            loading={byPasskey.isBusy}
            onClick={() => byPasskey.onSubmit()}
          >
            Use a passkey
          </Button>
        )}
      </Stack>
    </form>
  )
}
