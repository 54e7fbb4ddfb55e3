import { useState } from 'react'
import { useNavigate } from 'react-router'
import { api } from '#web/kit/api.ts'
import { accept } from '#web/kit/session.ts'
import { useSubmit } from '#web/kit/use-submit.ts'
import { EntranceCard } from './card.tsx'
import { PasswordField, SmallForm } from './small-form.tsx'

/** §2: the old password and the new one twice. */
export function Screen() {
  const navigate = useNavigate()
  const [password_old, setOld] = useState('')
  const [password, setPassword] = useState('')
  const [password_confirm, setConfirm] = useState('')
  const submit = useSubmit(async () => {
    const answer = await api.post('/password/change', { password_old, password, password_confirm })
    // The old sessions end with the old password; this one goes on with a new token.
    if (answer.token) accept(answer)
    void navigate('/app/password/change-thanks', { replace: true })
  })
  return (
    <EntranceCard title="Change Password" text="Please provide your old and new passwords.">
      <SmallForm submit={submit} label="Change Password" button="Save">
        <PasswordField
          label="Old password"
          name="password_old"
          autoComplete="current-password"
          value={password_old}
          onChange={setOld}
          submit={submit}
        />
        <PasswordField
          label="New password"
          name="password"
          autoComplete="new-password"
          description="At least 16 characters. Three or four random words work well."
          value={password}
          onChange={setPassword}
          submit={submit}
        />
        <PasswordField
          label="New password again"
          name="password_confirm"
          autoComplete="new-password"
          value={password_confirm}
          onChange={setConfirm}
          submit={submit}
        />
      </SmallForm>
    </EntranceCard>
  )
}
