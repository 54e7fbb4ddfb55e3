import { Text } from '@mantine/core'
import { useState } from 'react'
import { userCalls } from '#domain/identity/user-calls.ts'
import { SmallForm, TextField } from '#web/kit/form/small-form.tsx'
import type { EditRow } from '#web/kit/form/use-edit.ts'
import { useSubmit } from '#web/kit/form/use-submit.ts'
import { toast } from '#web/kit/frame/toast.tsx'
import { queryClient } from '#web/kit/session/query.ts'
import { send } from '#web/kit/session/send.ts'
import { NewPasswordFields, useNewPassword } from './new-password.tsx'

/** Set Password: for somebody else, with their username typed. */
export function SetPassword({ row, onDone }: { row: EditRow; onDone: () => void }) {
  const newPassword = useNewPassword()
  const [username_confirm, setUsername] = useState('')
  const submit = useSubmit(async () => {
    const { id, version } = row
    await send(userCalls.update, { id, version, ...newPassword.chosen, username_confirm })
    await queryClient.invalidateQueries({ queryKey: ['user'] })
    toast('Password set. Their sessions have ended.')
    onDone()
  })
  return (
    <SmallForm submit={submit} label="Set Password" button="Set Password">
      <NewPasswordFields {...newPassword} submit={submit} />
      <Text size="sm">
        Type the username <b>{String(row.username)}</b> to carry on.
      </Text>
      <TextField
        label="Username"
        name="username_confirm"
        autoComplete="off"
        value={username_confirm}
        onChange={setUsername}
        submit={submit}
      />
    </SmallForm>
  )
}
