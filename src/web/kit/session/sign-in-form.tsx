import { Alert, Button, PasswordInput, Stack, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { isApiProblem, messageFrom } from './api.ts'
import { signIn } from './session.ts'

interface Props {
  /** Fixed when the same person must come back. */
  username?: string | undefined
  onSignedIn: () => void
}

/** Username and password, then the code where two-factor sign-in is on. */
export function SignInForm({ username: fixed, onSignedIn }: Props) {
  const [username, setUsername] = useState(fixed ?? '')
  const [password, setPassword] = useState('')
  const [totp, setTotp] = useState('')
  const [asksTotp, setAsksTotp] = useState(false)
  const [isBusy, setIsBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (isBusy) return
    setIsBusy(true)
    setProblem(null)
    try {
      await signIn({ username: username.trim(), password, totp: asksTotp ? totp : undefined })
      onSignedIn()
    } catch (cause) {
      const isTotp = isApiProblem(cause) && cause.errors.some((error) => error.field === 'totp')
      // The first time round the code is merely asked for: nothing has gone wrong yet.
      if (!isTotp || asksTotp) setProblem(messageFrom(cause))
      if (isTotp) setAsksTotp(true)
    } finally {
      setIsBusy(false)
    }
  }

  return (
    <form onSubmit={submit} aria-label="Sign In">
      <Stack gap="sm">
        {problem && (
          <Alert color="red" role="alert">
            {problem}
          </Alert>
        )}
        <TextInput
          label="Username"
          name="username"
          autoComplete="username"
          required
          withAsterisk={false}
          {...(fixed ? {} : { 'data-autofocus': true, autoFocus: true })}
          readOnly={fixed !== undefined}
          value={username}
          onChange={(event) => setUsername(event.currentTarget.value)}
        />
        <PasswordInput
          label="Password"
          name="password"
          autoComplete="current-password"
          required
          withAsterisk={false}
          {...(fixed ? { 'data-autofocus': true, autoFocus: true } : {})}
          value={password}
          onChange={(event) => setPassword(event.currentTarget.value)}
        />
        {asksTotp && <CodeInput value={totp} onChange={setTotp} />}
        <Button type="submit" size="sm" loading={isBusy} fullWidth>
          Sign In
        </Button>
      </Stack>
    </form>
  )
}

function CodeInput({ value, onChange }: { value: string; onChange: (code: string) => void }) {
  return (
    <TextInput
      label="Code from your authenticator app"
      name="totp"
      autoComplete="one-time-code"
      description="Or one of your recovery codes."
      maxLength={30}
      required
      withAsterisk={false}
      autoFocus
      value={value}
      onChange={(event) => onChange(event.currentTarget.value.replace(/\s/g, ''))}
    />
  )
}
