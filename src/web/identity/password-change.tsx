import { useState } from 'react'
import { useNavigate } from 'react-router'
import { passwordCalls } from '#domain/identity/password-calls.ts'
import { PasswordField, SmallForm } from '#web/kit/form/small-form.tsx'
import { useSubmit } from '#web/kit/form/use-submit.ts'
import { PublicPage } from '#web/kit/frame/public-page.tsx'
import { send } from '#web/kit/session/send.ts'
import { accept } from '#web/kit/session/session.ts'
import { NewPasswordFields, useNewPassword } from './new-password.tsx'

/** §2: the old password and the new one twice. */
export function Screen() {
  const navigate = useNavigate()
  const [password_old, setOld] = useState('')
  const newPassword = useNewPassword()
  const submit = useSubmit(async () => {
    const answer = await send(passwordCalls.change, { password_old, ...newPassword.chosen })
    // The old sessions end with the old password; this one goes on with a new token.
    if (answer.token) accept(answer)
    void navigate('/app/password/change-thanks', { replace: true })
  })
  return (
    <PublicPage title="Change Password" summary="Please provide your old and new passwords.">
      <SmallForm submit={submit} label="Change Password" button="Save">
        <PasswordField
          label="Old password"
          name="password_old"
          autoComplete="current-password"
          value={password_old}
          onChange={setOld}
          submit={submit}
        />
        <NewPasswordFields {...newPassword} submit={submit} />
      </SmallForm>
    </PublicPage>
  )
}
