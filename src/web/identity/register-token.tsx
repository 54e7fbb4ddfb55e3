import { Anchor, Button, Group, Text } from '@mantine/core'
import { useEffect, useState } from 'react'
import { Link, useLocation } from 'react-router'
import { registrationCalls } from '#domain/identity/registration-calls.ts'
import { useSubmit } from '#web/kit/form/use-submit.ts'
import { Working } from '#web/kit/frame/public-link.tsx'
import { PublicPage } from '#web/kit/frame/public-page.tsx'
import { send } from '#web/kit/session/send.ts'
import { linkToken } from './link-token.ts'
import { SmallForm, TextField } from './small-form.tsx'

/** §2: the page the e-mailed link opens; it confirms by itself. */
export function Screen() {
  const token = linkToken(useLocation())
  const [isDone, setIsDone] = useState(false)
  const [username, setUsername] = useState('')
  const submit = useSubmit(async () => {
    await send(registrationCalls.confirm, { token, ...(username ? { username } : {}) })
    setIsDone(true)
  })
  // Once, when the page opens: the token can be used a single time.
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above
  useEffect(() => submit.onSubmit(), [])
  const isNameTaken = submit.errorOf('username') !== undefined || username !== ''
  return (
    <PublicPage title="Create User Account">
      {isDone ? (
        <>
          <Text>Thanks. Your account is ready.</Text>
          <Group>
            <Button component={Link} to="/app/signin">
              Sign In
            </Button>
          </Group>
        </>
      ) : isNameTaken ? (
        <SmallForm submit={submit} label="Create User Account" button="Next">
          <TextField
            label="Username"
            name="username"
            autoComplete="username"
            value={username}
            onChange={setUsername}
            submit={submit}
          />
        </SmallForm>
      ) : submit.problem ? (
        <>
          <Text role="alert">{submit.problem}</Text>
          <Anchor component={Link} to="/app/register/email" size="sm">
            Create Account
          </Anchor>
        </>
      ) : (
        <Working>We're verifying your account data ...</Working>
      )}
    </PublicPage>
  )
}
