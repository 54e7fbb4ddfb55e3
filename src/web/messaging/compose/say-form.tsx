import { Button, Group, Text } from '@mantine/core'
import { IconSend } from '@tabler/icons-react'
import type { KeyboardEvent, ReactNode, RefObject } from 'react'
import { CHAT_LENGTH } from '#domain/messaging/chat-length.ts'
import { messageCalls } from '#domain/messaging/message-calls.ts'
import type { Thread } from '#domain/messaging/thread.ts'
import { useSubmit } from '#web/kit/form/use-submit.ts'
import { toast } from '#web/kit/frame/toast.tsx'
import { send } from '#web/kit/session/send.ts'
import classes from '#web/messaging/chats.module.css'
import { refreshThreads } from '#web/messaging/thread-queries.ts'
import { Meanwhile } from './meanwhile.tsx'
import { useNamePicker } from './pickers.ts'
import { PickingTextarea } from './picking-textarea.tsx'
import type { MeanwhileNews } from './use-meanwhile.ts'
import type { Picker } from './use-picking.ts'

interface Props {
  way: 'chat' | 'note'
  thread: Thread
  box: RefObject<HTMLTextAreaElement | null>
  text: string
  onChange: (text: string) => void
  reply: Picker
  meanwhile: MeanwhileNews
  lead: ReactNode
}

/** What is said at once: in the customer's chat, or to colleagues, who are named with an @. */
export function SayForm(props: Props) {
  const { way, thread, box, text, onChange, reply, meanwhile, lead } = props
  const isNote = way === 'note'
  const names = useNamePicker()
  const isBegun = text.trim() !== ''
  const submit = useSubmit(async (key) => {
    if (!isBegun || (!isNote && (await meanwhile.hasNews()))) return
    const words = { type: way, purpose: 'service' as const, text_plain: text.trim() }
    const body = { ...words, ...whose(thread, way) }
    toast((await send(messageCalls.create, body, { key })).message)
    onChange('')
    // The next letter may be begun before the lists have been asked for again.
    void refreshThreads()
  })
  function onKeyDown(event: KeyboardEvent) {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) submit.onSubmit(event)
    if (event.key === 'Escape') box.current?.blur()
  }
  const isAsked = !isNote && meanwhile.news.length > 0
  return (
    <form onSubmit={submit.onSubmit} className={isNote ? classes.note : undefined}>
      <Group gap="xs" mb={4}>
        {lead}
      </Group>
      <PickingTextarea
        box={box}
        label={isNote ? 'Note for colleagues' : 'Your answer'}
        size="md"
        autosize
        minRows={2}
        maxRows={8}
        maxLength={CHAT_LENGTH}
        value={text}
        readOnly={submit.isBusy}
        error={submit.errorOf('text_plain') ?? submit.problem}
        onChange={onChange}
        onKeyDown={onKeyDown}
        pickers={isNote ? [reply, names] : [reply]}
      />
      {!isNote && <Meanwhile news={meanwhile.news} />}
      <Group justify="space-between" mt="xs" gap="sm" wrap="nowrap">
        <Text component="div" size="xs" c="dimmed">
          {isNote ? '@ names a colleague. Ctrl+Enter notes it.' : 'Ctrl+Enter sends.'}
        </Text>
        <Button
          type="submit"
          size="sm"
          loading={submit.isBusy}
          disabled={!isBegun}
          leftSection={<IconSend size={16} aria-hidden />}
        >
          {isNote ? 'Note' : isAsked ? 'Send anyway' : 'Send'}
        </Button>
      </Group>
    </form>
  )
}

/** A chat is with a customer; a note stands in any thread. */
function whose({ id, customer_id }: Thread, way: 'chat' | 'note') {
  return way === 'chat' && customer_id !== null ? { customer_id } : { thread_id: id }
}
