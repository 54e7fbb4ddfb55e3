import { Text } from '@mantine/core'
import { useState } from 'react'
import { user } from '#domain/identity/user.ts'
import { userCalls } from '#domain/identity/user-calls.ts'
import { openDialog } from '#web/kit/dialogs/open-dialog.tsx'
import { SmallForm, TextField } from '#web/kit/form/small-form.tsx'
import type { EditRow } from '#web/kit/form/use-edit.ts'
import { useSubmit } from '#web/kit/form/use-submit.ts'
import { toast } from '#web/kit/frame/toast.tsx'
import { restoreRows } from '#web/kit/list/remove-rows.ts'
import { queryClient } from '#web/kit/session/query.ts'
import { send } from '#web/kit/session/send.ts'

/** Deleting a user asks for their username; true once they are gone. */
export function askToRemoveUser(row: EditRow): Promise<boolean> {
  return new Promise((resolve) => {
    let isGone = false
    openDialog({ title: 'Delete item?', onClose: () => resolve(isGone) }, (close) => (
      <RemoveUser
        row={row}
        onDone={() => {
          isGone = true
          close()
        }}
      />
    ))
  })
}

function RemoveUser({ row, onDone }: { row: EditRow; onDone: () => void }) {
  const [username_confirm, setUsername] = useState('')
  const submit = useSubmit(async () => {
    const { message } = await send(userCalls.remove, { id: row.id, username_confirm })
    await queryClient.invalidateQueries({ queryKey: ['users'] })
    toast(message, { run: () => restoreRows(user, [row.id]) })
    onDone()
  })
  return (
    <SmallForm submit={submit} label="Delete item?" button="Delete">
      <Text size="sm">Would you like to delete the item?</Text>
      <Text size="sm" c="dimmed">
        <b>{String(row.username)}</b> leaves every organisation and can no longer sign in.
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
    </SmallForm>
  )
}
