import { z } from 'zod'
import { call, data } from '#domain/kit/call.ts'
import type { NewsItem } from './news.ts'

export const newsCalls = {
  read: call({
    method: 'GET',
    path: '/news',
    summary: 'What happened lately that somebody of the office wants to know of',
    policy: { from: 'user' },
    input: z.looseObject({}),
    answers: data<NewsItem[]>(),
  }),
}
