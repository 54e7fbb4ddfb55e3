import { Alert, Button, Group, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type FactorReset, factorResetCalls } from '#domain/identity/factor-reset-calls.ts'
import { SmallForm, TextField } from '#web/kit/form/small-form.tsx'
import type { EditRow } from '#web/kit/form/use-edit.ts'
import { useSubmit } from '#web/kit/form/use-submit.ts'
import { toast, toastProblem } from '#web/kit/frame/toast.tsx'
import { queryClient } from '#web/kit/session/query.ts'
import { send } from '#web/kit/session/send.ts'
import { useSession } from '#web/kit/session/session.ts'

const reload = () => queryClient.invalidateQueries({ queryKey: ['factor-resets'] })

/** Asks for the reset of a lost second factor; another platform admin decides. */
export function AskForReset({ row, onDone }: { row: EditRow; onDone: () => void }) {
  const [username_confirm, setUsername] = useState('')
  const [reason, setReason] = useState('')
  const submit = useSubmit(async () => {
    const wish = { user_id: row.id, username_confirm, reason }
    toast((await send(factorResetCalls.ask, wish)).message)
    await reload()
    onDone()
  })
  return (
    <SmallForm submit={submit} label="Reset second factor" button="Ask for the reset">
      <Text size="sm">
        Make sure that it is really <b>{String(row.username)}</b> who asks. They are told, and a
        second platform admin decides.
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

/** What waits for a second platform admin. */
export function FactorResets() {
  const { data = [] } = useQuery({
    queryKey: ['factor-resets'],
    queryFn: async () => (await send(factorResetCalls.list, {})).data ?? [],
    staleTime: 0,
  })
  if (data.length === 0) return null
  return (
    <Stack gap="xs" mb="md">
      {data.map((reset) => (
        <Waiting key={reset.id} reset={reset} />
      ))}
    </Stack>
  )
}

function Waiting({ reset }: { reset: FactorReset }) {
  const { user } = useSession()
  const { id, username, reason, asked_by, asked_by_name } = reset
  const isOwn = asked_by === user?.id
  async function decide(call: typeof factorResetCalls.approve | typeof factorResetCalls.refuse) {
    try {
      toast((await send(call, { id })).message)
    } catch (cause) {
      toastProblem(cause)
    } finally {
      await reload()
    }
  }
  return (
    <Alert color="amber" title={`${asked_by_name} asks to reset the second factor of ${username}`}>
      <Text size="sm" mb="xs">
        {reason}
      </Text>
      <Group gap="xs">
        {!isOwn && (
          <Button onClick={() => void decide(factorResetCalls.approve)}>Approve the reset</Button>
        )}
        <Button variant="default" onClick={() => void decide(factorResetCalls.refuse)}>
          {isOwn ? 'Take it back' : 'Refuse'}
        </Button>
      </Group>
    </Alert>
  )
}
