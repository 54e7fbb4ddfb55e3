import { useEffect, useRef, useState } from 'react'
import type { Message } from '#domain/messaging/message.ts'
import { messageCalls } from '#domain/messaging/message-calls.ts'
import { send } from '#web/kit/session/send.ts'
import { keepInThread } from '#web/messaging/thread-queries.ts'

const SAVE_AFTER_MS = 1500
const HINT = '/ brings in a reply, Ctrl+Enter sends.'

/** What a mail says, and whom it says it to. */
interface DraftWords {
  recipient: string
  subject: string
  text: string
  cc: string[]
  bcc: string[]
  file_ids: number[]
}

/** Whose it is, or what it answers: said when it is begun. */
export type DraftOrigin = Partial<
  Record<'thread_id' | 'parent_id' | 'customer_id' | 'supplier_id' | 'partner_id', number>
>

const wordsOf = (row: Message | null | undefined): DraftWords => ({
  recipient: row?.recipient ?? '',
  subject: row?.subject ?? '',
  text: row?.text_plain ?? '',
  cc: row?.cc ?? [],
  bcc: row?.bcc ?? [],
  file_ids: row?.file_ids ?? [],
})

/**
 * A mail that is being written: kept on the server as it is typed, and found there again. Words that
 * another screen begins it with are kept once they are changed or sent.
 */
export function useDraft(
  known: Message | undefined,
  origin: DraftOrigin,
  begun: Partial<DraftWords> = {},
) {
  const stored = useRef<Pick<Message, 'id' | 'version' | 'thread_id'> | null>(known ?? null)
  const [words, setWords] = useState(() => ({ ...wordsOf(known), ...begun }))
  const [saved, setSaved] = useState(HINT)
  const kept = useRef(JSON.stringify(words))
  // One at a time: a second change waits until the first has its version.
  const saving = useRef<Promise<void>>(Promise.resolve())
  const isBegun = words.text.trim() !== ''

  async function save(): Promise<void> {
    if (!isBegun) return
    const { text, recipient, subject, ...more } = words
    const body = {
      text_plain: text,
      ...(subject.trim() ? { subject: subject.trim() } : {}),
      ...(recipient.trim() ? { recipient: recipient.trim() } : {}),
      ...more,
    }
    const before = stored.current
    const { data } = before
      ? await send(messageCalls.update, { id: before.id, version: before.version, ...body })
      : await send(messageCalls.create, { type: 'email', purpose: 'service', ...origin, ...body })
    keepInThread(data, data)
    stored.current = data
    kept.current = JSON.stringify(words)
    setSaved(`Draft saved. ${HINT}`)
  }

  function saveInTurn(): Promise<void> {
    saving.current = saving.current.catch(() => undefined).then(save)
    return saving.current
  }

  const latest = useRef(saveInTurn)
  latest.current = saveInTurn
  useEffect(() => {
    if (words.text.trim() === '' || JSON.stringify(words) === kept.current) return
    const timer = setTimeout(
      () => latest.current().catch(() => setSaved('Not saved yet.')),
      SAVE_AFTER_MS,
    )
    return () => clearTimeout(timer)
  }, [words])

  function reload(row: Message | null) {
    stored.current = row
    const next = wordsOf(row)
    kept.current = JSON.stringify(next)
    setWords(next)
    setSaved(HINT)
  }

  return {
    words,
    saved,
    isBegun,
    /** The words as they are from now on. */
    write: (part: Partial<DraftWords>) => setWords((before) => ({ ...before, ...part })),
    /** Words that were taken back; or none, to begin anew. */
    reload,
    async discard(): Promise<void> {
      await saving.current.catch(() => undefined)
      const { id } = stored.current ?? { id: 0 }
      if (id) await send(messageCalls.remove, { id })
      reload(null)
    },
    async send(how: { not_before?: string; send_anyway: boolean }): Promise<Message> {
      await saveInTurn()
      const { id, version } = stored.current ?? { id: 0, version: 0 }
      const { data } = await send(messageCalls.send, { id, version, ...how })
      reload(null)
      return data
    },
  }
}

export type Draft = ReturnType<typeof useDraft>
