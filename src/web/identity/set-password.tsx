import { Text } from '@mantine/core'
import { useState } from 'react'
import { api } from '#web/kit/api.ts'
import { queryClient } from '#web/kit/query.ts'
import { toast } from '#web/kit/toast.tsx'
import type { EditRow } from '#web/kit/use-edit.ts'
import { useSubmit } from '#web/kit/use-submit.ts'
import { PasswordField, SmallForm, TextField } from './small-form.tsx'

/** Set Password: for somebody else, with their username typed. */
export function SetPassword({ row, onDone }: { row: EditRow; onDone: () => void }) {
  const [password, setPassword] = useState('')
  const [password_confirm, setConfirm] = useState('')
  const [username_confirm, setUsername] = useState('')
  const submit = useSubmit(async () => {
    const { id, version } = row
    await api.post('/user', { id, version, password, password_confirm, username_confirm })
    await queryClient.invalidateQueries({ queryKey: ['user'] })
    toast('Password set. Their sessions have ended.')
    onDone()
  })
  return (
    <SmallForm submit={submit} label="Set Password" button="Set Password">
      <PasswordField
        label="New password"
        name="password"
        autoComplete="new-password"
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
