import { Alert, Button, Checkbox, Group, Stack, Text, Textarea } from '@mantine/core'
import { useContext, useState } from 'react'
import type { z } from 'zod'
import type { Call } from '#domain/kit/call.ts'
import { RevealContext } from '#web/kit/form/reveal.ts'
import { SubmitButton } from '#web/kit/form/submit-button.tsx'
import { useSubmit } from '#web/kit/form/use-submit.ts'
import { toast } from '#web/kit/frame/toast.tsx'
import { send } from '#web/kit/session/send.ts'
import { Dialog } from './dialog.tsx'

interface ReasonRequest {
  id: number | string
  version?: number | undefined
  reason?: string | undefined
}

/** An action that needs no more than a reason, or not even that. */
export interface ReasonAction {
  title: string
  text: string
  button: string
  /** Takes the row, its version and why, and answers the row. */
  call: Call<z.ZodType<unknown, ReasonRequest>, { id: number }>
  reason: 'needed' | 'optional' | 'none'
  isDanger?: boolean
  /** What somebody should have read before saying yes. */
  notes?: readonly string[]
  /** What is sent beside the reason. */
  extra?: Record<string, unknown>
  /** Something to be ticked, which is then sent as true under this name. */
  tick?: { name: string; label: string; description: string } | undefined
}

interface Props {
  action: ReasonAction | null
  row: { id: number; version?: number }
  onClose: () => void
  /** Asks again for whatever the action may have changed, done or not. */
  refresh: () => Promise<void>
  /** With the row the server answered. */
  onDone?: ((data: { id: number }) => void) | undefined
}

/** Asks for the reason, calls the action and says what the server answered. */
export function ReasonDialog({ action, row, onClose, refresh, onDone }: Props) {
  return (
    <Dialog isOpen={action !== null} onClose={onClose} title={action?.title ?? ''}>
      {action && <Form key={action.call.path} {...{ action, row, onClose, refresh, onDone }} />}
    </Dialog>
  )
}

function Form({ action, row, onClose, refresh, onDone }: Props & { action: ReasonAction }) {
  const [reason, setReason] = useState('')
  const [isTicked, setIsTicked] = useState(false)
  const reveal = useContext(RevealContext)
  const run = async (key: string) => {
    const said = action.reason === 'none' || !reason.trim() ? {} : { reason: reason.trim() }
    try {
      const ticked = action.tick && isTicked ? { [action.tick.name]: true } : {}
      const body = { id: row.id, version: row.version, ...said, ...action.extra, ...ticked }
      const answer = await reveal(() => send(action.call, body, { key }))
      if (!answer) return
      toast(answer.message)
      onClose()
      onDone?.(answer.data)
    } finally {
      void refresh()
    }
  }
  const submit = useSubmit(run, { isMoney: true })
  return (
    <form onSubmit={submit.onSubmit} noValidate>
      <Stack gap="sm">
        {submit.problem && (
          <Alert color="red" role="alert">
            {submit.problem}
          </Alert>
        )}
        <Text size="sm">{action.text}</Text>
        {action.notes && action.notes.length > 0 && (
          <Alert color="amber" title="Please look at this first">
            {action.notes.map((note) => (
              <Text key={note} size="sm">
                {note}
              </Text>
            ))}
          </Alert>
        )}
        {action.tick && (
          <Checkbox
            label={action.tick.label}
            description={action.tick.description}
            checked={isTicked}
            onChange={(event) => setIsTicked(event.currentTarget.checked)}
          />
        )}
        {action.reason !== 'none' && (
          <Textarea
            label="Reason"
            description="Kept in the history."
            withAsterisk={action.reason === 'needed'}
            data-autofocus
            autosize
            minRows={2}
            maxRows={8}
            value={reason}
            error={submit.errorOf('reason')}
            onChange={(event) => setReason(event.currentTarget.value)}
          />
        )}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            {action.isDanger ? 'Keep it' : 'Cancel'}
          </Button>
          <SubmitButton submit={submit} {...(action.isDanger ? { color: 'red' } : {})}>
            {action.button}
          </SubmitButton>
        </Group>
      </Stack>
    </form>
  )
}
