import { useEffect, useRef } from 'react'
import type { Message } from '#domain/messaging/message.ts'
import { messageCalls } from '#domain/messaging/message-calls.ts'
import type { MessagePurpose } from '#domain/messaging/sms/sms-text.ts'
import { isApiProblem } from '#web/kit/session/api.ts'
import { send } from '#web/kit/session/send.ts'
import { keepInThread } from '#web/messaging/thread-queries.ts'
import { type Addressee, namedBy } from './returned-sms.ts'

const SAVE_AFTER_MS = 1500

interface TypedSms {
  text: string
  purpose: MessagePurpose
  file_ids: readonly number[]
}

/** Keeps a text message on the server while it is typed, as a mail is; nothing of no words. */
export function useKeptSms(known: Message | undefined, whose: Addressee, typed: TypedSms) {
  const stored = useRef<Pick<Message, 'id' | 'version' | 'thread_id'> | null>(known ?? null)
  const words = JSON.stringify(typed)
  const kept = useRef(words)
  // What was sent is kept no more, though it may stand here for a moment still.
  const left = useRef<string | null>(null)
  if (words !== left.current) left.current = null
  // One at a time: a second change waits until the first has its version.
  const saving = useRef<Promise<void>>(Promise.resolve())

  async function save(): Promise<void> {
    if (words === kept.current || words === left.current) return
    const before = stored.current
    const { text, purpose, file_ids } = typed
    if (text.trim() === '') {
      if (before) await send(messageCalls.remove, { id: before.id }, { isQuiet: true })
      if (before) keepInThread(before, null)
      stored.current = null
    } else {
      const body = { text_plain: text, purpose, file_ids: [...file_ids] }
      const { data } = before
        ? await send(messageCalls.update, { id: before.id, version: before.version, ...body })
        : await send(messageCalls.create, { type: 'sms', ...namedBy(whose), ...body })
      keepInThread(data, data)
      stored.current = data
    }
    kept.current = words
  }

  const latest = useRef(save)
  latest.current = save
  function saveInTurn(): Promise<void> {
    // What could not be kept is tried again with the next letter.
    saving.current = saving.current.then(() => latest.current()).catch(() => undefined)
    return saving.current
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: each other text is kept anew
  useEffect(() => {
    const timer = setTimeout(() => void saveInTurn(), SAVE_AFTER_MS)
    return () => clearTimeout(timer)
  }, [words])
  // Whoever turns to another thread leaves the last words here.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, as it ends
  useEffect(() => () => void saveInTurn(), [])

  return {
    /** Which draft is on its way with what is sent now. */
    async draft(): Promise<{ draft_id?: number }> {
      await saving.current
      return stored.current ? { draft_id: stored.current.id } : {}
    },
    /** It left, or somebody else sent it: what is typed from now on is another. */
    forget(): void {
      if (stored.current) keepInThread(stored.current, null)
      stored.current = null
      left.current = words
    },
  }
}

export const isGone = (problem: unknown) => isApiProblem(problem) && problem.status === 404
