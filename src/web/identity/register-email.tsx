import { Anchor, Checkbox } from '@mantine/core'
import { useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { userCalls } from '#domain/identity/user-calls.ts'
import { SmallForm, TextField } from '#web/kit/form/small-form.tsx'
import { useSubmit } from '#web/kit/form/use-submit.ts'
import { PublicPage } from '#web/kit/frame/public-page.tsx'
import { TermsLink } from '#web/kit/frame/site-frame.tsx'
import { send } from '#web/kit/session/send.ts'

const blank = { firstname: '', lastname: '', username: '', email: '' }

/** §5: creating an account needs the agreement to the terms; the password is chosen at the link. */
export function Screen() {
  const navigate = useNavigate()
  const [values, setValues] = useState(blank)
  const [terms_agreed, setAgreed] = useState(false)
  const set = (name: keyof typeof blank) => (value: string) =>
    setValues((before) => ({ ...before, [name]: value }))
  const submit = useSubmit(async () => {
    if (!terms_agreed) return
    await send(userCalls.create, { ...values, terms_agreed })
    void navigate('/app/register/thanks', { replace: true })
  })
  const field = (name: keyof typeof blank, label: string) => ({
    name,
    label,
    value: values[name],
    onChange: set(name),
    submit,
  })
  return (
    <PublicPage title="Create Account">
      <SmallForm
        submit={submit}
        label="Create Account"
        button="Create Account"
        isDisabled={!terms_agreed}
      >
        <TextField {...field('firstname', 'First name')} autoComplete="given-name" />
        <TextField {...field('lastname', 'Last name')} autoComplete="family-name" />
        <TextField {...field('email', 'Email')} type="email" autoComplete="email" />
        <TextField {...field('username', 'Username')} autoComplete="username" />
        <Checkbox
          checked={terms_agreed}
          onChange={(event) => setAgreed(event.currentTarget.checked)}
          error={submit.errorOf('terms_agreed')}
          label={
            <>
              I agree to the <TermsLink>terms</TermsLink>
            </>
          }
        />
      </SmallForm>
      <Anchor component={Link} to="/app/signin" size="sm" display="block">
        Back to sign-in
      </Anchor>
    </PublicPage>
  )
}
