import { Text } from '@mantine/core'
import { useState } from 'react'
import { impersonationCalls } from '#domain/identity/impersonation-calls.ts'
import { SmallForm, TextField } from '#web/kit/form/small-form.tsx'
import type { EditRow } from '#web/kit/form/use-edit.ts'
import { useSubmit } from '#web/kit/form/use-submit.ts'
import { send } from '#web/kit/session/send.ts'
import { accept } from '#web/kit/session/session.ts'

/** Work as another user for half an hour, with a reason; they are told. */
export function Impersonate({ row }: { row: EditRow }) {
  const [username_confirm, setUsername] = useState('')
  const [reason, setReason] = useState('')
  const submit = useSubmit(async () => {
    accept(await send(impersonationCalls.begin, { id: row.id, username_confirm, reason }))
    // A full load leaves nothing of your own session in memory.
    location.assign('/app/home')
  })
  return (
    <SmallForm submit={submit} label="Work as this user" button="Next">
      <Text size="sm">
        You work as <b>{String(row.username)}</b> for 30 minutes. They are told, and everything is
        logged with both names.
      </Text>
      <TextField
        label="Username"
        name="username_confirm"
        description="Type it exactly as it's shown."
        autoComplete="off"
        value={username_confirm}
        onChange={setUsername}
        submit={submit}
      />
      <TextField
        label="Reason"
        name="reason"
        autoComplete="off"
        value={reason}
        onChange={setReason}
        submit={submit}
      />
    </SmallForm>
  )
}
