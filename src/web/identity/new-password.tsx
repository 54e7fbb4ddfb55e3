import { useState } from 'react'
import { PasswordField } from '#web/kit/form/small-form.tsx'
import type { Submit } from '#web/kit/form/use-submit.ts'

export interface NewPassword {
  password: string
  password_confirm: string
}

/** A new password and its repetition, as every form that sets one sends them. */
export function useNewPassword() {
  const [chosen, setChosen] = useState<NewPassword>({ password: '', password_confirm: '' })
  return { chosen, setChosen }
}

export function NewPasswordFields(props: {
  chosen: NewPassword
  setChosen: (chosen: NewPassword) => void
  submit: Submit
}) {
  const { chosen, setChosen, submit } = props
  return (
    <>
      <PasswordField
        label="New password"
        name="password"
        autoComplete="new-password"
        description="At least 16 characters. Three or four random words work well."
        value={chosen.password}
        onChange={(password) => setChosen({ ...chosen, password })}
        submit={submit}
      />
      <PasswordField
        label="New password again"
        name="password_confirm"
        autoComplete="new-password"
        value={chosen.password_confirm}
        onChange={(password_confirm) => setChosen({ ...chosen, password_confirm })}
        submit={submit}
      />
    </>
  )
}
