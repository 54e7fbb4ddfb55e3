import { Alert, Anchor, Button, Group, Loader, Text } from '@mantine/core'
import { useEffect, useState } from 'react'
import { Link, useLocation } from 'react-router'
import { registrationCalls } from '#domain/identity/registration-calls.ts'
import { useSubmit } from '#web/kit/form/use-submit.ts'
import { send } from '#web/kit/session/send.ts'
import { EntranceCard } from './card.tsx'
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
    <EntranceCard title="Create User Account">
      {isDone ? (
        <>
          <Text size="sm" mb="md">
            Thanks. Your account is ready.
          </Text>
          <Button component={Link} to="/app/signin">
            Sign In
          </Button>
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
          <Alert color="amber" mb="md">
            {submit.problem}
          </Alert>
          <Anchor component={Link} to="/app/register/email" size="sm">
            Create Account
          </Anchor>
        </>
      ) : (
        <Group gap="sm" role="status">
          <Loader aria-hidden />
          <Text size="sm">We're verifying your account data ...</Text>
        </Group>
      )}
    </EntranceCard>
  )
}
