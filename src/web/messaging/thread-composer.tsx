import { Button, Group, SegmentedControl, Text, Textarea, TextInput } from '@mantine/core'
import { IconSend } from '@tabler/icons-react'
import { type KeyboardEvent, useRef, useState } from 'react'
import { CHAT_LENGTH, MAIL_LENGTH } from '#domain/messaging/chat-length.ts'
import { answerSubject } from '#domain/messaging/mail-address.ts'
import type { Message } from '#domain/messaging/message.ts'
import { messageCalls } from '#domain/messaging/message-calls.ts'
import type { Thread } from '#domain/messaging/thread.ts'
import { useDatalock } from '#web/kit/form/use-datalock.ts'
import { useSubmit } from '#web/kit/form/use-submit.ts'
import { useSingleKeys } from '#web/kit/frame/shortcuts.ts'
import { toast } from '#web/kit/frame/toast.tsx'
import { send } from '#web/kit/session/send.ts'
import classes from './chats.module.css'
import { refreshThreads } from './thread-queries.ts'
import { useDraft } from './use-draft.ts'

type Way = 'email' | 'chat' | 'note'

interface Props {
  thread: Thread
  messages: readonly Message[]
}

/** Where the answer is written: on the channel of what is answered, or for colleagues alone. */
export function ThreadComposer({ thread, messages }: Props) {
  const answered = messages.findLast(({ direction, type }) => direction === 'in' && type !== 'note')
  const mailed = messages.findLast(({ type, status }) => type === 'email' && status !== 'draft')
  const canChat = thread.customer_id !== null && messages.some(({ type }) => type === 'chat')
  const draft = useDraft(thread, messages, answered?.type === 'email' ? answered : mailed)
  const [way, setWay] = useState<Way>(answered?.type === 'chat' && !draft.text ? 'chat' : 'email')
  const [other, setOther] = useState('')
  const box = useRef<HTMLTextAreaElement>(null)
  const text = way === 'email' ? draft.text : other
  const isBegun = text.trim() !== ''
  const { lock } = useDatalock(isBegun ? `/app/thread?id=${thread.id}` : null, () => {})
  const write = (next: Way) => {
    setWay(next)
    setTimeout(() => box.current?.focus())
  }
  useSingleKeys({ r: () => write(way === 'note' ? 'email' : way), n: () => write('note') })
  const submit = useSubmit(async (key) => {
    if (!isBegun) return
    if (way === 'email') {
      const id = await draft.send()
      toast('On its way.', { label: 'Take it back', run: () => takenBack(id, draft.reload) })
    } else {
      const body = { type: way, text_plain: other.trim(), ...whose(thread, way) }
      toast((await send(messageCalls.create, body, { key })).message)
      setOther('')
    }
    await refreshThreads()
  })
  function onKeyDown(event: KeyboardEvent) {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) submit.onSubmit(event)
    if (event.key === 'Escape') box.current?.blur()
  }
  const limit = way === 'email' ? MAIL_LENGTH : CHAT_LENGTH
  const labels = { email: 'Your email', chat: 'Your answer', note: 'Note for colleagues' }
  return (
    <form onSubmit={submit.onSubmit} className={way === 'note' ? classes.note : undefined}>
      {lock.state === 'taken' && (
        <Text size="sm" c="amber.9" role="status">
          {lock.holder} is answering.
        </Text>
      )}
      <Group gap="xs" mb={4}>
        <HowToSend way={way} canChat={canChat} onChange={setWay} />
        {way === 'email' && <SubjectInput draft={draft} error={submit.errorOf('subject')} />}
      </Group>
      <Textarea
        ref={box}
        label={labels[way]}
        size="md"
        autosize
        minRows={2}
        maxRows={8}
        maxLength={limit}
        value={text}
        readOnly={submit.isBusy}
        error={submit.errorOf('text_plain') ?? submit.errorOf('recipient') ?? submit.problem}
        onChange={(event) => {
          const next = event.currentTarget.value
          if (way === 'email') draft.setText(next)
          else setOther(next)
        }}
        onKeyDown={onKeyDown}
      />
      <Group justify="space-between" mt="xs" gap="sm" wrap="nowrap">
        <Text component="div" size="xs" c="dimmed">
          {way === 'email' ? draft.saved : 'Ctrl+Enter sends.'}
        </Text>
        <Button
          type="submit"
          size="sm"
          loading={submit.isBusy}
          disabled={!isBegun}
          leftSection={<IconSend size={16} aria-hidden />}
        >
          {way === 'note' ? 'Note' : 'Send'}
        </Button>
      </Group>
    </form>
  )
}

function HowToSend(props: { way: Way; canChat: boolean; onChange: (way: Way) => void }) {
  const { way, canChat, onChange } = props
  return (
    <SegmentedControl
      size="xs"
      aria-label="How"
      value={way}
      // The value is always one of the choices below.
      onChange={(next) => onChange(next as Way)}
      data={[
        { value: 'email', label: 'Email' },
        ...(canChat ? [{ value: 'chat', label: 'Chat' }] : []),
        { value: 'note', label: 'Note' },
      ]}
    />
  )
}

/** Left empty, an answer is called after what it answers. */
function SubjectInput(props: { draft: ReturnType<typeof useDraft>; error: string | undefined }) {
  const { draft, error } = props
  return (
    <TextInput
      aria-label="Subject"
      placeholder={draft.answers ? answerSubject(draft.answers.subject) : 'Subject'}
      size="xs"
      flex={1}
      value={draft.subject}
      error={error}
      onChange={(event) => draft.setSubject(event.currentTarget.value)}
    />
  )
}

/** A chat is with a customer; a note stands in any thread. */
function whose({ id, customer_id }: Thread, way: Way) {
  return way === 'chat' && customer_id !== null ? { customer_id } : { thread_id: id }
}

async function takenBack(id: number, reload: (row: Message) => void): Promise<void> {
  const { data } = await send(messageCalls.takeback, { id })
  reload(data)
  await refreshThreads()
}
