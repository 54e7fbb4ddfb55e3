import { useQuery } from '@tanstack/react-query'
import { plainWords } from '#domain/kit/rich-words.ts'
import { fold } from '#domain/kit/wording.ts'
import { type Faq, faqCalls } from '#domain/website/faq.ts'
import { send } from '#web/kit/session/send.ts'
import { useSession } from '#web/kit/session/session.ts'

const MOST_FAQS = 500

/** Whether a text has every word that is typed, wherever it stands. */
export function wordFinder(typed: string): (text: string) => boolean {
  const words = fold(typed).split(/\s+/).filter(Boolean)
  return (text) => words.every((word) => fold(text).includes(word))
}

/** What the organisation's own people ask, for whoever works in one. */
export function useFaqs(): Faq[] {
  const { user } = useSession()
  const { data } = useQuery({
    queryKey: ['faq', 'published'],
    queryFn: async () =>
      (await send(faqCalls.list, { is_published: 'true', limit: MOST_FAQS })).data ?? [],
    enabled: Boolean(user?.organisation_id),
  })
  return data ?? []
}

export const isFaqFound = (finds: (text: string) => boolean) => (row: Faq) =>
  finds([row.question, row.topic ?? '', plainWords(row.answer ?? '')].join(' '))
