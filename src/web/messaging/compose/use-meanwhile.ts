import { useEffect, useRef, useState } from 'react'
import type { Message } from '#domain/messaging/message.ts'
import { queryClient } from '#web/kit/session/query.ts'
import { useSession } from '#web/kit/session/session.ts'
import { threadMessagesQuery } from '#web/messaging/thread-queries.ts'

const isSaid = ({ status, type }: Message) =>
  status !== 'draft' && status !== 'cancelled' && type !== 'note'

/**
 * What came or left in a thread while somebody was writing. It is asked for before sending, shown
 * once, and sent in spite of it the second time.
 */
export function useMeanwhile(
  thread_id: number | null,
  messages: readonly Message[],
  isWriting: boolean,
) {
  const { user } = useSession()
  const seen = useRef(new Set<number>())
  const wasWriting = useRef(false)
  const [news, setNews] = useState<readonly Message[]>([])
  useEffect(() => {
    // What is in sight when the writing begins is known; what is asked about later is, too.
    if (isWriting && !wasWriting.current) for (const { id } of messages) seen.current.add(id)
    wasWriting.current = isWriting
    if (!isWriting) setNews((before) => (before.length > 0 ? [] : before))
  }, [isWriting, messages])
  return {
    news,
    /** True where there is something that the writer has not been asked about. */
    async hasNews(): Promise<boolean> {
      if (thread_id === null) return false
      const now = await queryClient.fetchQuery({ ...threadMessagesQuery(thread_id), staleTime: 0 })
      const isNew = (one: Message) =>
        isSaid(one) && !seen.current.has(one.id) && !isOwn(one, user?.id)
      const found = now.filter(isNew)
      for (const { id } of found) seen.current.add(id)
      if (found.length > 0) setNews(found.toSorted((a, b) => a.id - b.id))
      return found.length > 0
    },
  }
}

const isOwn = ({ author_id }: Message, user_id: number | undefined) =>
  author_id !== null && author_id === user_id

export type MeanwhileNews = ReturnType<typeof useMeanwhile>
