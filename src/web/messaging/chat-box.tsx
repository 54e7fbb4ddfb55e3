import { Button, Group, Text, Textarea } from '@mantine/core'
import { IconSend } from '@tabler/icons-react'
import { type KeyboardEvent, type ReactNode, type Ref, useRef, useState } from 'react'
import { plural } from '#domain/kit/wording.ts'
import { useSubmit } from '#web/kit/form/use-submit.ts'

interface Props {
  label: string
  /** At most so many characters. */
  limit: number
  /** The key stays the same for the same words until something is known of them. */
  onSend: (text: string, key: string) => Promise<void>
  hint?: ReactNode
  inputRef?: Ref<HTMLTextAreaElement>
}

/** Where the next message is written; what could not be sent stays there. */
export function ChatBox({ label, limit, onSend, hint, inputRef }: Props) {
  const [text, setText] = useState('')
  const left = limit - text.trim().length
  const isReady = text.trim() !== '' && left >= 0
  const tried = useRef<{ words: string; key: string } | null>(null)
  const submit = useSubmit(async () => {
    if (!isReady) return
    const words = text.trim()
    // Words that were changed since are another message, whatever became of the first.
    if (tried.current?.words !== words) tried.current = { words, key: crypto.randomUUID() }
    await onSend(words, tried.current.key)
    tried.current = null
    setText('')
  })
  function onKeyDown(event: KeyboardEvent) {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) submit.onSubmit(event)
  }
  const tooLong = left < 0 ? `That is ${plural(-left, 'character')} too long.` : null
  return (
    <form onSubmit={submit.onSubmit}>
      <Textarea
        ref={inputRef ?? null}
        label={label}
        size="md"
        autosize
        minRows={2}
        maxRows={8}
        value={text}
        readOnly={submit.isBusy}
        error={tooLong ?? submit.errorOf('text_plain') ?? submit.problem}
        onChange={(event) => setText(event.currentTarget.value)}
        onKeyDown={onKeyDown}
      />
      <Group justify="space-between" mt="xs" gap="sm" wrap="nowrap">
        <Text component="div" size="xs" c="dimmed">
          {left < 200 && left >= 0 ? `${plural(left, 'character')} left. ` : ''}
          {hint}
        </Text>
        <Button
          type="submit"
          size="sm"
          style={{ flexShrink: 0 }}
          loading={submit.isBusy}
          disabled={!isReady}
          leftSection={<IconSend size={16} aria-hidden />}
        >
          Send
        </Button>
      </Group>
    </form>
  )
}
