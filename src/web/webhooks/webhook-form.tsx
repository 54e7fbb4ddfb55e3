import { Checkbox, SimpleGrid, Stack, TextInput } from '@mantine/core'
import { useState } from 'react'
import { humanise } from '#domain/kit/wording.ts'
import { type Webhook, webhookCalls } from '#domain/webhooks/webhook-calls.ts'
import { toldEntities, webhookEvents } from '#domain/webhooks/webhook-event.ts'
import { DialogForm } from '#web/kit/dialogs/dialog-form.tsx'
import { useSubmit } from '#web/kit/form/use-submit.ts'
import { toast } from '#web/kit/frame/toast.tsx'
import { queryClient } from '#web/kit/session/query.ts'
import { send } from '#web/kit/session/send.ts'

interface Props {
  /** Null: a new one. */
  hook: Webhook | null
  onClose: () => void
  onSecret: (secret: string) => void
}

/** Where to tell something, and what. */
export function WebhookForm({ hook, onClose, onSecret }: Props) {
  const [name, setName] = useState(hook?.name ?? '')
  const [url, setUrl] = useState(hook?.url ?? 'https://')
  const [events, setEvents] = useState<string[]>(hook?.events ?? [])
  const submit = useSubmit(async () => {
    const values = { name: name.trim(), url: url.trim(), events }
    if (hook) {
      const { id, version } = hook
      toast((await send(webhookCalls.update, { id, version, ...values })).message)
    } else onSecret((await send(webhookCalls.create, values)).data.secret)
    await queryClient.invalidateQueries({ queryKey: ['webhooks'] })
    onClose()
  })
  const title = hook ? 'Edit Webhook' : 'New Webhook'
  return (
    <DialogForm isOpen title={title} button="Save Webhook" submit={submit} onClose={onClose}>
      <TextInput
        label="Name"
        name="name"
        maxLength={60}
        required
        value={name}
        error={submit.errorOf('name')}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <TextInput
        label="Address"
        description="Begins with https://"
        name="url"
        maxLength={500}
        required
        value={url}
        error={submit.errorOf('url')}
        onChange={(event) => setUrl(event.currentTarget.value)}
      />
      <Checkbox.Group
        label="Events"
        value={events}
        onChange={setEvents}
        error={submit.errorOf('events')}
      >
        <Stack gap="xs" mt={4}>
          {toldEntities.map((entity) => (
            <EventsOf key={entity.name} name={entity.name} label={entity.labelPlural} />
          ))}
        </Stack>
      </Checkbox.Group>
    </DialogForm>
  )
}

function EventsOf({ name, label }: { name: string; label: string }) {
  const own = webhookEvents.filter((type) => type.startsWith(`${name}.`))
  return (
    <fieldset style={{ border: 0, margin: 0, padding: 0 }}>
      <legend>{label}</legend>
      <SimpleGrid cols={{ base: 2, sm: 3 }} spacing={4} verticalSpacing={4}>
        {own.map((type) => (
          <Checkbox key={type} value={type} label={humanise(type.slice(name.length + 1))} />
        ))}
      </SimpleGrid>
    </fieldset>
  )
}
