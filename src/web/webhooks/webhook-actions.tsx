import { Button, Group } from '@mantine/core'
import { type Webhook, webhookCalls } from '#domain/webhooks/webhook-calls.ts'
import { ask, askToDelete } from '#web/kit/dialogs/ask.tsx'
import { toast, toastProblem } from '#web/kit/frame/toast.tsx'
import { queryClient } from '#web/kit/session/query.ts'
import { send } from '#web/kit/session/send.ts'

/** What is open above the list. */
export type OpenedDialog = { what: 'edit' | 'deliveries'; hook: Webhook } | { what: 'new' } | null

interface Props {
  row: Webhook
  onOpen: (opened: OpenedDialog) => void
  onSecret: (secret: string) => void
}

/** Makes a call, says what came of it, and has the list read anew. */
export async function attempt(call: () => Promise<{ message: string }>): Promise<void> {
  try {
    toast((await call()).message)
  } catch (cause) {
    toastProblem(cause)
  } finally {
    await queryClient.invalidateQueries({ queryKey: ['webhooks'] })
  }
}

export function WebhookActions({ row, onOpen, onSecret }: Props) {
  const { id, name, version, is_active } = row
  const actions: [label: string, run: () => void][] = [
    ['Log', () => onOpen({ what: 'deliveries', hook: row })],
    ['Edit', () => onOpen({ what: 'edit', hook: row })],
    ['Send a test', () => void attempt(() => send(webhookCalls.test, { id }))],
    [
      is_active ? 'Switch off' : 'Switch on',
      () => void attempt(() => send(webhookCalls.update, { id, version, is_active: !is_active })),
    ],
    ['New secret', () => void rotate(row, onSecret)],
    ['Remove', () => void remove(row)],
  ]
  const offered = is_active ? actions : actions.filter(([label]) => label !== 'Send a test')
  return (
    <Group gap={4} wrap="nowrap" justify="flex-end">
      {offered.map(([label, run]) => (
        <Button key={label} variant="subtle" aria-label={`${label}: ${name}`} onClick={run}>
          {label}
        </Button>
      ))}
    </Group>
  )
}

async function rotate({ id, name }: Webhook, onSecret: (secret: string) => void): Promise<void> {
  const answer = await ask<'make' | 'cancel'>({
    title: 'Make a new secret?',
    text: `What is told to "${name}" is signed with both secrets for a day, then with the new one alone.`,
    cancel: 'cancel',
    answers: [
      { answer: 'cancel', label: 'Cancel' },
      { answer: 'make', label: 'Make a new secret', isMain: true },
    ],
  })
  if (answer === 'cancel') return
  await attempt(async () => {
    const made = await send(webhookCalls.rotate, { id })
    onSecret(made.data.secret)
    return made
  })
}

async function remove({ id, name }: Webhook): Promise<void> {
  if (await askToDelete(name, 'What waits for it is not told any more.'))
    await attempt(() => send(webhookCalls.remove, { id }))
}
