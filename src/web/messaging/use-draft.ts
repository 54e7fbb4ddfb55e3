import { useEffect, useRef, useState } from 'react'
import type { Message } from '#domain/messaging/message.ts'
import { messageCalls } from '#domain/messaging/message-calls.ts'
import type { Thread } from '#domain/messaging/thread.ts'
import { send } from '#web/kit/session/send.ts'

const SAVE_AFTER_MS = 1500

/** A mail that is being written: kept on the server as it is typed, and found there again. */
export function useDraft(
  thread: Thread,
  messages: readonly Message[],
  answers: Message | undefined,
) {
  const known = messages.findLast(({ status, type }) => status === 'draft' && type === 'email')
  const stored = useRef<Pick<Message, 'id' | 'version'> | null>(known ?? null)
  const [text, setText] = useState(known?.text_plain ?? '')
  const [subject, setSubject] = useState(known?.subject ?? '')
  const [saved, setSaved] = useState('Ctrl+Enter sends.')
  // One at a time: a second change waits until the first has its version.
  const saving = useRef<Promise<void>>(Promise.resolve())

  const words = { text_plain: text, ...(subject.trim() ? { subject: subject.trim() } : {}) }

  async function save(): Promise<void> {
    if (text.trim() === '') return
    const before = stored.current
    const { data } = before
      ? await send(messageCalls.update, { id: before.id, version: before.version, ...words })
      : await send(messageCalls.create, {
          type: 'email',
          ...(answers ? { parent_id: answers.id } : {}),
          thread_id: thread.id,
          ...words,
        })
    stored.current = data
    setSaved('Draft saved. Ctrl+Enter sends.')
  }

  function saveInTurn(): Promise<void> {
    saving.current = saving.current.catch(() => undefined).then(save)
    return saving.current
  }

  const latest = useRef(saveInTurn)
  latest.current = saveInTurn
  // biome-ignore lint/correctness/useExhaustiveDependencies: other words are another draft
  useEffect(() => {
    if (text.trim() === '' || text === known?.text_plain) return
    const timer = setTimeout(
      () => latest.current().catch(() => setSaved('Not saved yet.')),
      SAVE_AFTER_MS,
    )
    return () => clearTimeout(timer)
  }, [text, subject])

  return {
    text,
    subject,
    saved,
    answers,
    setText,
    setSubject,
    /** Words that were taken back. */
    reload(row: Message) {
      stored.current = row
      setText(row.text_plain)
      setSubject(row.subject ?? '')
    },
    async send(): Promise<number> {
      await saveInTurn()
      const { id, version } = stored.current ?? { id: 0, version: 0 }
      await send(messageCalls.send, { id, version })
      stored.current = null
      setText('')
      setSubject('')
      setSaved('Ctrl+Enter sends.')
      return id
    },
  }
}
