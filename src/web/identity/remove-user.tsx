import { Text } from '@mantine/core'
import { modals } from '@mantine/modals'
import { useState } from 'react'
import { user } from '#domain/identity/user.ts'
import { userCalls } from '#domain/identity/user-calls.ts'
import type { EditRow } from '#web/kit/form/use-edit.ts'
import { useSubmit } from '#web/kit/form/use-submit.ts'
import { toast } from '#web/kit/frame/toast.tsx'
import { restoreRows } from '#web/kit/list/remove-rows.ts'
import { queryClient } from '#web/kit/session/query.ts'
import { send } from '#web/kit/session/send.ts'
import { SmallForm, TextField } from './small-form.tsx'

/** Deleting a user asks for their username; true once they are gone. */
export function askToRemoveUser(row: EditRow): Promise<boolean> {
  return new Promise((resolve) => {
    const id = crypto.randomUUID()
    let isGone = false
    modals.open({
      modalId: id,
      title: 'Delete item?',
      closeButtonProps: { 'aria-label': 'Close' },
      onClose: () => resolve(isGone),
      children: (
        <RemoveUser
          row={row}
          onDone={() => {
            isGone = true
            modals.close(id)
          }}
        />
      ),
    })
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
