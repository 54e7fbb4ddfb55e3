import { Button, Paper, Stack, Textarea, TextInput, Title } from '@mantine/core'
import { useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { MAIL_LENGTH } from '#domain/messaging/chat-length.ts'
import type { Message } from '#domain/messaging/message.ts'
import { messageCalls } from '#domain/messaging/message-calls.ts'
import { useSubmit } from '#web/kit/form/use-submit.ts'
import { toast } from '#web/kit/frame/toast.tsx'
import { send } from '#web/kit/session/send.ts'
import { refreshThreads } from './thread-queries.ts'

export type MailParty = 'customer' | 'supplier' | 'partner'

/** A first mail to somebody; afterwards it goes on in their thread. */
export function NewMail({ party, id }: { party: MailParty; id: number }) {
  const navigate = useNavigate()
  const [subject, setSubject] = useState('')
  const [text, setText] = useState('')
  // What could not be sent is a draft already, and stays the same one.
  const draft = useRef<Message | null>(null)
  const submit = useSubmit(async (key) => {
    const words = { subject: subject.trim(), text_plain: text.trim() }
    const before = draft.current
    const { data } = before
      ? await send(messageCalls.update, { id: before.id, version: before.version, ...words })
      : await send(messageCalls.create, { type: 'email', [`${party}_id`]: id, ...words }, { key })
    draft.current = data
    await send(messageCalls.send, { id: data.id, version: data.version })
    const back = () => send(messageCalls.takeback, { id: data.id })
    toast('On its way.', { label: 'Take it back', run: back })
    await refreshThreads()
    void navigate(`/app/messages?state=all&thread=${data.thread_id}`)
  })
  return (
    <Paper component="form" onSubmit={submit.onSubmit} aria-label="Email" maw={640}>
      <Stack gap="xs">
        <Title order={2}>Email</Title>
        <TextInput
          label="Subject"
          required
          maxLength={200}
          value={subject}
          error={submit.errorOf('subject')}
          onChange={(event) => setSubject(event.currentTarget.value)}
        />
        <Textarea
          label="Words"
          required
          autosize
          minRows={4}
          maxRows={16}
          maxLength={MAIL_LENGTH}
          value={text}
          error={submit.errorOf('text_plain') ?? submit.errorOf('recipient') ?? submit.problem}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        <Button type="submit" loading={submit.isBusy} disabled={!text.trim() || !subject.trim()}>
          Send the email
        </Button>
      </Stack>
    </Paper>
  )
}
