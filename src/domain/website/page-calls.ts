import { z } from 'zod'
import { call, data } from '#domain/kit/call.ts'

/** What the platform's admins have written for a page: no more of it is shown to anybody. */
const shownContents = z.array(
  z.object({
    id: z.int(),
    title: z.string(),
    hashtag: z.string().nullable(),
    contact_url: z.string().nullable(),
    html: z.string().nullable(),
  }),
)
export type ShownContent = z.infer<typeof shownContents>[number]

export const pageCalls = {
  contents: call({
    method: 'GET',
    path: '/public/pagecontents',
    summary: 'What is published for a page, the most important first',
    policy: { from: 'guest' },
    shows: shownContents,
    input: z.object({ url: z.string().max(200) }),
    answers: data<ShownContent[]>(),
  }),
}
