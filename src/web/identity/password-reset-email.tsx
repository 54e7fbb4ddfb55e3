import { Anchor, Text } from '@mantine/core'
import { useState } from 'react'
import { Link } from 'react-router'
import { passwordCalls } from '#domain/identity/password-calls.ts'
import { SmallForm, TextField } from '#web/kit/form/small-form.tsx'
import { useSubmit } from '#web/kit/form/use-submit.ts'
import { PublicPage } from '#web/kit/frame/public-page.tsx'
import { send } from '#web/kit/session/send.ts'

/** §2: asks for the address the instructions go to; it never tells whether it is known. */
export function Screen() {
  const [email, setEmail] = useState('')
  const [isSent, setIsSent] = useState(false)
  const submit = useSubmit(async () => {
    await send(passwordCalls.reset, { email: email.trim() })
    setIsSent(true)
  })
  return (
    <PublicPage
      title="Reset Password"
      summary="Forgot your password? No problem. We'll send you instructions to reset your password by email."
    >
      {isSent ? (
        <Text size="sm" role="status">
          If we know that address, the instructions are on their way. Please check your email and
          follow them.
        </Text>
      ) : (
        <SmallForm submit={submit} label="Reset Password" button="Send">
          <TextField
            label="Email"
            name="email"
            type="email"
            autoComplete="email"
            value={email}
            onChange={setEmail}
            submit={submit}
          />
        </SmallForm>
      )}
      <Anchor component={Link} to="/app/signin" size="sm" display="block">
        Back to sign-in
      </Anchor>
    </PublicPage>
  )
}
