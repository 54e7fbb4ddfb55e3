import { Alert, Button, PasswordInput, Stack, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { isApiProblem, messageFrom } from './api.ts'
import { answerPasskey } from './passkey.ts'
import { type Credentials, signIn } from './session.ts'

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
  // What the browser is asked with, of somebody who has a passkey.
  const [question, setQuestion] = useState<unknown>(null)
  const [isBusy, setIsBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)

  async function enter(proof: () => Promise<Partial<Credentials>>) {
    if (isBusy) return
    setIsBusy(true)
    setProblem(null)
    try {
      await signIn({ username: username.trim(), password, ...(await proof()) })
      onSignedIn()
    } catch (cause) {
      const isTotp = isApiProblem(cause) && cause.errors.some((error) => error.field === 'totp')
      // The first time round the code is merely asked for: nothing has gone wrong yet.
      if (!isTotp || asksTotp) setProblem(messageFrom(cause))
      if (isTotp) setAsksTotp(true)
      if (isApiProblem(cause)) setQuestion(cause.info.passkey ?? null)
    } finally {
      setIsBusy(false)
    }
  }
  function submit(event: FormEvent) {
    event.preventDefault()
    void enter(async () => (asksTotp ? { totp } : {}))
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
        {question !== null && (
          <Button
            variant="default"
            size="sm"
            fullWidth
            onClick={() => void enter(async () => ({ passkey: await answerPasskey(question) }))}
          >
            Use a passkey
          </Button>
        )}
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
