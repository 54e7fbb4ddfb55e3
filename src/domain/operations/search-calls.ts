import { z } from 'zod'
import { call, data } from '#domain/kit/call.ts'

/** A record that answers to what was typed. */
export interface SearchHit {
  entity: string
  label: string
  /** Its kind in the plural: the heading it stands under. */
  group: string
  id: number
  title: string
  subtitle: string
  path: string
}

export interface SearchInfo {
  /** What was looked for instead, where nothing has the words that were typed. */
  meant?: string
}

export const searchCalls = {
  all: call({
    method: 'GET',
    path: '/search',
    summary: 'Search everything',
    compressed: true,
    policy: { from: 'user' },
    input: z.object({ q: z.string().min(1).max(200) }),
    answers: data<SearchHit[], SearchInfo>(),
  }),
}
