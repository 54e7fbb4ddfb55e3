import { Anchor, Button, Group, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { type PendingRegistration, registrationCalls } from '#domain/identity/registration-calls.ts'
import { SmallForm, TextField } from '#web/kit/form/small-form.tsx'
import { useSubmit } from '#web/kit/form/use-submit.ts'
import { LinkedPage } from '#web/kit/frame/public-link.tsx'
import { PublicPage } from '#web/kit/frame/public-page.tsx'
import { useLinkToken } from '#web/kit/frame/public-visit.ts'
import { send } from '#web/kit/session/send.ts'
import { NewPasswordFields, useNewPassword } from './new-password.tsx'

const title = 'Create User Account'

/** §2: the page the e-mailed link opens. Nothing happens before its button is pressed. */
export function Screen() {
  const token = useLinkToken()
  const [isDone, setIsDone] = useState(false)
  const query = useQuery({
    queryKey: ['registration', token],
    queryFn: async () => (await send(registrationCalls.look, {}, { linkToken: token })).data,
    enabled: token !== '' && !isDone,
  })
  if (isDone) return <Done />
  return (
    <LinkedPage
      title={title}
      what="your new account"
      waiting="We're verifying your account data ..."
      token={token}
      query={query}
      closed={
        <Anchor component={Link} to="/app/register/email" size="sm">
          Create Account
        </Anchor>
      }
    >
      {(pending) =>
        pending.is_new ? (
          <NewAccount token={token} pending={pending} onDone={() => setIsDone(true)} />
        ) : (
          <ConfirmAddress token={token} pending={pending} onDone={() => setIsDone(true)} />
        )
      }
    </LinkedPage>
  )
}

interface Props {
  token: string
  pending: PendingRegistration
  onDone: () => void
}

const person = { username: 'Username', firstname: 'First name', lastname: 'Last name' } as const

function NewAccount({ token, pending, onDone }: Props) {
  const { username, firstname, lastname } = pending
  const [values, setValues] = useState({ username, firstname, lastname })
  const newPassword = useNewPassword()
  const submit = useSubmit(async () => {
    // A name that stays empty is none.
    const named = Object.entries(values).filter(([, value]) => value.trim() !== '')
    const typed = Object.fromEntries(named)
    await send(registrationCalls.confirm, { token, ...typed, ...newPassword.chosen })
    onDone()
  })
  const field = (name: keyof typeof person) => ({
    name,
    label: person[name],
    value: values[name],
    onChange: (value: string) => setValues((before) => ({ ...before, [name]: value })),
    submit,
  })
  return (
    <PublicPage title={title} summary={`For ${pending.email}. Choose your password to finish.`}>
      <SmallForm submit={submit} label={title} button="Create Account">
        <TextField {...field('firstname')} autoComplete="given-name" />
        <TextField {...field('lastname')} autoComplete="family-name" />
        <TextField {...field('username')} autoComplete="username" />
        <NewPasswordFields {...newPassword} submit={submit} />
      </SmallForm>
    </PublicPage>
  )
}

function ConfirmAddress({ token, pending, onDone }: Props) {
  const submit = useSubmit(async () => {
    await send(registrationCalls.confirm, { token })
    onDone()
  })
  return (
    <PublicPage title={title} summary={`Please confirm that ${pending.email} is yours.`}>
      <SmallForm submit={submit} label={title} button="Confirm my email address">
        {null}
      </SmallForm>
    </PublicPage>
  )
}

function Done() {
  return (
    <PublicPage title={title}>
      <Text>Thanks. Your account is ready.</Text>
      <Group>
        <Button component={Link} to="/app/signin">
          Sign In
        </Button>
      </Group>
    </PublicPage>
  )
}
